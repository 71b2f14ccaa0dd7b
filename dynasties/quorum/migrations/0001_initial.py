import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('core', '0001_initial'),
        ('core', '__first__'),
    ]

    operations = [
        migrations.CreateModel(
            name='Episode',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('state', models.CharField(choices=[('gathering', 'Gathering'), ('sitting', 'Sitting'), ('over', 'Over'), ('adjourned', 'Adjourned'), ('called-off', 'Called Off')], default='gathering', max_length=10)),
                ('convener_name', models.CharField(max_length=150)),
                ('config', models.JSONField()),
                ('decision_seconds', models.PositiveIntegerField()),
                ('sealed_seed', models.TextField()),
                ('seed_digest', models.CharField(max_length=64)),
                ('seed_given', models.BooleanField(default=False)),
                ('senate', models.JSONField(blank=True, default=dict)),
                ('scores', models.JSONField(blank=True, null=True)),
                ('token', models.CharField(max_length=40)),
                ('convened_at', models.DateTimeField()),
                ('opened_at', models.DateTimeField(blank=True, null=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('convener', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='episodes', to='core.game')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('game', 'number'), name='episodes_numbered_once'), models.UniqueConstraint(fields=('game', 'convener', 'token'), name='a_form_convenes_one_episode'), models.CheckConstraint(condition=models.Q(('state__in', ['gathering', 'sitting', 'over', 'adjourned', 'called-off'])), name='episode_state_known'), models.CheckConstraint(condition=models.Q(('decision_seconds__gte', 1)), name='a_round_lasts_a_second'), models.CheckConstraint(condition=models.Q(models.Q(('ended_at__isnull', True), ('opened_at__isnull', True), ('state', 'gathering')), models.Q(('ended_at__isnull', False), ('opened_at__isnull', True), ('state', 'called-off')), models.Q(('ended_at__isnull', True), ('opened_at__isnull', False), ('state', 'sitting')), models.Q(('ended_at__isnull', False), ('opened_at__isnull', False), ('state__in', ['over', 'adjourned'])), _connector='OR'), name='episode_moments_fit_its_state'), models.CheckConstraint(condition=models.Q(models.Q(('scores__isnull', False), ('state__in', ['over', 'adjourned'])), models.Q(models.Q(('state__in', ['over', 'adjourned']), _negated=True), ('scores__isnull', True)), _connector='OR'), name='scored_exactly_when_ended')],
            },
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('bill', models.JSONField()),
                ('opened_at', models.DateTimeField()),
                ('closes_at', models.DateTimeField(blank=True, null=True)),
                ('seconds_left', models.PositiveIntegerField(blank=True, null=True)),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('record', models.JSONField(blank=True, null=True)),
                ('sealed', models.TextField(blank=True)),
                ('episode', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rounds', to='dynasty_quorum.episode')),
            ],
            options={
                'ordering': ['number'],
                'indexes': [models.Index(condition=models.Q(('closed_at__isnull', True)), fields=['closes_at'], name='rounds_due')],
                'constraints': [models.UniqueConstraint(fields=('episode', 'number'), name='rounds_numbered_once'), models.UniqueConstraint(condition=models.Q(('closed_at__isnull', True)), fields=('episode',), name='one_open_round_in_an_episode'), models.CheckConstraint(condition=models.Q(models.Q(('closed_at__isnull', True), ('record__isnull', True), ('sealed', '')), models.Q(('closed_at__isnull', False), ('record__isnull', False), models.Q(('sealed', ''), _negated=True)), _connector='OR'), name='a_record_exactly_when_closed')],
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('kind', models.CharField(choices=[('empty', 'Empty'), ('person', 'Person'), ('program', 'Program'), ('script', 'Script')], default='empty', max_length=7)),
                ('name', models.CharField(blank=True, max_length=60)),
                ('script', models.CharField(blank=True, max_length=20)),
                ('token_digest', models.CharField(blank=True, max_length=64, null=True, unique=True)),
                ('account', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('agent', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='core.agent')),
                ('episode', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='dynasty_quorum.episode')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('episode', 'number'), name='seats_numbered_once'), models.UniqueConstraint(condition=models.Q(('kind', 'person')), fields=('episode', 'account'), name='a_person_sits_once_in_an_episode'), models.CheckConstraint(condition=models.Q(('kind__in', ['empty', 'person', 'program', 'script'])), name='seat_kind_known'), models.CheckConstraint(condition=models.Q(models.Q(('account__isnull', True), ('kind', 'empty'), ('script', ''), ('token_digest__isnull', True)), models.Q(('account__isnull', False), ('kind', 'person'), ('script', ''), ('token_digest__isnull', True)), models.Q(('account__isnull', False), ('kind', 'program'), ('script', ''), ('token_digest__isnull', False)), models.Q(('account__isnull', True), ('kind', 'script'), ('token_digest__isnull', True), models.Q(('script', ''), _negated=True)), _connector='OR'), name='seat_held_as_its_kind_says')],
            },
        ),
        migrations.CreateModel(
            name='Reply',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rid', models.CharField(max_length=64)),
                ('sealed', models.TextField()),
                ('seat', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='replies', to='dynasty_quorum.seat')),
            ],
            options={
                'verbose_name_plural': 'replies',
                'constraints': [models.UniqueConstraint(fields=('seat', 'rid'), name='a_request_is_answered_once')],
            },
        ),
        migrations.CreateModel(
            name='Decision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sealed', models.TextField()),
                ('changes', models.PositiveIntegerField(default=0)),
                ('private', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='core.privateevent')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='decisions', to='dynasty_quorum.round')),
                ('seat', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='decisions', to='dynasty_quorum.seat')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('round', 'seat'), name='one_decision_of_a_seat_in_a_round')],
            },
        ),
    ]
