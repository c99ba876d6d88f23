import { useId } from 'react'
import * as m from '#messages'
import { cx } from '../../../../platform/ui/cx.ts'
import { RadioList } from '../../../../platform/ui/form/RadioList.tsx'
import { Select } from '../../../../platform/ui/form/Select.tsx'
import { TextField } from '../../../../platform/ui/form/TextField.tsx'
import type { Form } from '../../../../platform/ui/form/use-form.ts'
import type { EventFormat } from '../../rules/format.ts'
import { formatName } from '../parts/format-labels.ts'
import styles from './event-form.module.css'
import type { EventValues } from './event-form-values.ts'
import {
  balls,
  type Choices,
  FORMAT_CHOICES,
  groupings,
  groupPointsChoices,
  groupSizeChoices,
  missed,
  strikes,
  tables,
} from './format-choices.ts'

/** Choice of the format, one card each, and the options of the chosen format. */
export function FormatFields({ form }: { form: Form<EventValues> }) {
  const name = useId()
  return (
    <>
      <fieldset className={styles.formats}>
        <legend className={styles.legend}>{m.events_form_format()}</legend>
        {FORMAT_CHOICES.map(({ kind, words }) => (
          <label key={kind} className={styles.format}>
            <input
              className={styles.radio}
              type="radio"
              name={name}
              value={kind}
              aria-labelledby={`${name}-${kind}`}
              aria-describedby={`${name}-${kind}-words`}
              checked={form.values.kind === kind}
              onChange={() => form.set('kind', kind)}
            />
            <span className={styles.formatName} id={`${name}-${kind}`}>
              {formatName({ kind } as EventFormat)}
            </span>
            <span className={styles.quiet} id={`${name}-${kind}-words`}>
              {words()}
            </span>
          </label>
        ))}
      </fieldset>
      <div className={cx(styles.pair, styles.options)}>
        <Options form={form} />
      </div>
    </>
  )
}

function Options({ form }: { form: Form<EventValues> }) {
  const { values, set } = form
  const select = (field: 'table' | 'balls' | 'groupSize' | 'groupPoints' | 'strikes', { label, choices }: Choices) => (
    <Select label={label} value={values[field]} choices={choices} onChange={value => set(field, value)} />
  )
  const radios = (field: 'missed' | 'grouping', { label, choices }: Choices) => (
    <RadioList label={label} value={values[field]} choices={choices} onChange={value => set(field, value)} />
  )
  const count = { inputMode: 'numeric', maxLength: 5, autoComplete: 'off' } as const
  switch (values.kind) {
    case 'best-game':
      return (
        <>
          {select('table', tables())}
          {values.table === 'from' && <TextField label={m.events_form_winner()} {...count} {...form.field('linearFrom')} />}
          {values.table === 'custom' && (
            <TextField
              label={m.events_form_points()}
              hint={m.events_form_points_hint()}
              maxLength={2000}
              autoComplete="off"
              {...form.field('custom')}
            />
          )}
          <TextField label={m.events_form_counted()} hint={m.events_form_counted_hint()} {...count} {...form.field('machinesCounted')} />
          <TextField
            label={m.events_form_attempts()}
            hint={m.events_form_attempts_hint()}
            {...count}
            {...form.field('attemptsPerMachine')}
          />
        </>
      )
    case 'pin-golf':
      return (
        <>
          {select('balls', balls())}
          {radios('missed', missed())}
        </>
      )
    case 'match-play':
      return (
        <>
          <TextField label={m.events_form_rounds()} {...count} {...form.field('rounds')} />
          {select('groupSize', groupSizeChoices())}
          {select('groupPoints', groupPointsChoices())}
          {radios('grouping', groupings())}
        </>
      )
    case 'strikes':
      return (
        <>
          <TextField label={m.events_form_strikes()} {...count} {...form.field('strikesToLeave')} />
          {select('groupSize', groupSizeChoices())}
          {select('strikes', strikes())}
        </>
      )
    default:
      return null
  }
}
