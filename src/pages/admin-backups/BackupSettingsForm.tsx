import * as m from '#messages'
import { typedNumber } from '#platform/text/numbers.ts'
import { PasswordField } from '#platform/ui/form/PasswordField.tsx'
import { RadioList } from '#platform/ui/form/RadioList.tsx'
import { Select } from '#platform/ui/form/Select.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import type { Form, FormProblems } from '#platform/ui/form/use-form.ts'
import layout from '#platform/ui/styles/layout.module.css'
import type { SettingDoc } from '#settings/contract.ts'
import { SettingsForm } from '#settings/ui/SettingsForm.tsx'
import { refusedSettingPath, type Settings } from '#settings/ui/use-settings.ts'
import { isTime, type ScheduleFields, toSchedule, toScheduleFields } from './schedule-fields.ts'

type S3Fields = {
  endpoint: string
  region: string
  bucket: string
  prefix: string
  accessKeyId: string
  secretAccessKey: string
}
type Fields = ScheduleFields & S3Fields & { timeZone: string; keep: string; target: 'folder' | 's3' }

const NO_BUCKET: S3Fields = { endpoint: '', region: 'us-east-1', bucket: '', prefix: '', accessKeyId: '', secretAccessKey: '' }

function toFields({ value: { schedule, timeZone, keep, target } }: SettingDoc<'backups'>): Fields {
  const s3 =
    target.kind === 'folder'
      ? NO_BUCKET
      : {
          endpoint: target.endpoint ?? '',
          region: target.region,
          bucket: target.bucket,
          prefix: target.prefix,
          accessKeyId: target.accessKeyId,
          secretAccessKey: '',
        }
  return { ...toScheduleFields(schedule), ...s3, timeZone, keep: String(keep), target: target.kind }
}

function toTarget({ target, endpoint, region, bucket, prefix, accessKeyId, secretAccessKey }: Fields) {
  if (target === 'folder') return { kind: 'folder' as const }
  return {
    kind: 's3' as const,
    endpoint: endpoint.trim() === '' ? null : endpoint.trim(),
    region: region.trim(),
    bucket: bucket.trim(),
    prefix: prefix.trim(),
    accessKeyId: accessKeyId.trim(),
    ...(secretAccessKey === '' ? {} : { secretAccessKey }),
  }
}

function check({ frequency, time, keep, cron, timeZone }: Fields): FormProblems<Fields> {
  const isTimed = frequency === 'daily' || frequency === 'weekly'
  return {
    time: !isTimed || isTime(time) ? undefined : m.backups_time_problem(),
    cron: frequency !== 'custom' || cron.trim().split(/\s+/).length === 5 ? undefined : m.backups_cron_problem(),
    keep: typedNumber(keep) >= 1 && typedNumber(keep) <= 1000 ? undefined : m.backups_keep_problem(),
    timeZone: timeZone.trim() === '' ? m.backups_zone_problem() : undefined,
  }
}

/** Values that are the same in every language. */
const EXAMPLES = { endpoint: 'https://s3.example.com', prefix: 'skillshot/', timeZone: 'Europe/Berlin' }

const S3_FIELDS = ['endpoint', 'region', 'bucket', 'prefix', 'accessKeyId', 'secretAccessKey'] as const

/** Puts what the server says of a field at that field. */
function place(error: unknown): FormProblems<Fields> | null {
  const path = refusedSettingPath(error)
  if (path.endsWith('.schedule')) return { cron: m.backups_cron_problem() }
  if (path.endsWith('.timeZone')) return { timeZone: m.backups_zone_problem() }
  if (path.endsWith('.endpoint')) return { endpoint: m.backups_endpoint_problem() }
  const field = S3_FIELDS.find(name => path.endsWith(`.${name}`))
  return field === undefined ? null : { [field]: m.backups_s3_problem() }
}

const toPatch = (values: Fields) => ({
  backups: { schedule: toSchedule(values), timeZone: values.timeZone.trim(), keep: typedNumber(values.keep), target: toTarget(values) },
})

/** When backups are made by themselves, how many are kept, and where. */
export function BackupSettingsForm({ settings }: { settings: Settings }) {
  return (
    <SettingsForm<Fields> settings={settings} initial={toFields(settings.backups)} toPatch={toPatch} check={check} place={place}>
      {form => (
        <>
          <WhenFields form={form} />
          <TextField label={m.backups_keep()} hint={m.backups_keep_hint()} inputMode="numeric" dir="ltr" {...form.field('keep')} />
          <RadioList
            label={m.backups_target()}
            value={form.values.target}
            choices={[
              { value: 'folder', label: m.backups_in_folder(), hint: m.backups_target_folder_hint() },
              { value: 's3', label: m.backups_in_s3(), hint: m.backups_target_s3_hint() },
            ]}
            onChange={value => form.set('target', value)}
          />
          {form.values.target === 's3' && <S3TargetFields form={form} hasSecret={settings.backups.value.target.kind === 's3'} />}
        </>
      )}
    </SettingsForm>
  )
}

function S3TargetFields({ form, hasSecret }: { form: Form<Fields>; hasSecret: boolean }) {
  return (
    <>
      <TextField
        label={m.backups_endpoint()}
        dir="ltr"
        inputMode="url"
        autoComplete="off"
        placeholder={EXAMPLES.endpoint}
        {...form.field('endpoint')}
      />
      <div className={layout.pair}>
        <TextField label={m.backups_bucket()} dir="ltr" autoComplete="off" {...form.field('bucket')} />
        <TextField label={m.backups_region()} dir="ltr" autoComplete="off" {...form.field('region')} />
      </div>
      <TextField label={m.backups_prefix()} dir="ltr" autoComplete="off" placeholder={EXAMPLES.prefix} {...form.field('prefix')} />
      <TextField label={m.backups_key_id()} dir="ltr" autoComplete="off" {...form.field('accessKeyId')} />
      <PasswordField
        label={m.backups_secret()}
        autoComplete="new-password"
        {...(hasSecret ? { hint: m.backups_secret_set() } : {})}
        {...form.field('secretAccessKey')}
      />
    </>
  )
}

const WEEKDAYS = [m.backups_day_1, m.backups_day_2, m.backups_day_3, m.backups_day_4, m.backups_day_5, m.backups_day_6, m.backups_day_0]

function WhenFields({ form }: { form: Form<Fields> }) {
  const { frequency, weekday } = form.values
  return (
    <>
      <Select
        label={m.backups_frequency()}
        value={frequency}
        choices={[
          { value: 'off', label: m.backups_frequency_off() },
          { value: 'daily', label: m.backups_frequency_daily() },
          { value: 'weekly', label: m.backups_frequency_weekly() },
          { value: 'custom', label: m.backups_cron() },
        ]}
        onChange={value => form.set('frequency', value)}
      />
      {frequency === 'weekly' && (
        <Select
          label={m.backups_weekday()}
          value={weekday}
          choices={WEEKDAYS.map((text, i) => ({ value: String((i + 1) % 7), label: text() }))}
          onChange={value => form.set('weekday', value)}
        />
      )}
      {frequency === 'custom' && (
        <TextField label={m.backups_cron()} hint={m.backups_cron_hint()} dir="ltr" autoComplete="off" {...form.field('cron')} />
      )}
      {frequency !== 'off' && (
        <div className={layout.pair}>
          {frequency !== 'custom' && <TextField label={m.backups_time()} dir="ltr" placeholder="04:00" {...form.field('time')} />}
          <TextField label={m.ui_time_zone()} dir="ltr" autoComplete="off" placeholder={EXAMPLES.timeZone} {...form.field('timeZone')} />
        </div>
      )}
    </>
  )
}
