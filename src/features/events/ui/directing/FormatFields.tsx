import { useId } from 'react'
import { cx } from '../../../../platform/ui/cx.ts'
import { RadioList } from '../../../../platform/ui/RadioList.tsx'
import { Select } from '../../../../platform/ui/Select.tsx'
import { TextField } from '../../../../platform/ui/TextField.tsx'
import type { Form } from '../../../accounts/ui/parts/use-form.ts'
import type { EventFormat } from '../../rules/format.ts'
import { formatName } from '../parts/format-words.ts'
import styles from './event-form.module.css'
import type { EventValues } from './event-values.ts'
import { BALLS, FORMAT_CHOICES, GROUP_POINTS, GROUP_SIZES, GROUPINGS, MISSED, STRIKES, TABLES } from './format-choices.ts'

/** Which format, by a card each, and the options of the chosen one. */
export function FormatFields({ form }: { form: Form<EventValues> }) {
  const name = useId()
  return (
    <>
      <fieldset className={styles.formats}>
        <legend className={styles.legend}>Format</legend>
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
              {words}
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
  const select = (field: 'table' | 'balls' | 'groupSize' | 'groupPoints' | 'strikes', { label, choices }: typeof TABLES) => (
    <Select label={label} value={values[field]} choices={choices} onChange={value => set(field, value)} />
  )
  const radios = (field: 'missed' | 'grouping', { label, choices }: typeof MISSED) => (
    <RadioList label={label} value={values[field]} choices={choices} onChange={value => set(field, value)} />
  )
  const count = { inputMode: 'numeric', maxLength: 5, autoComplete: 'off' } as const
  switch (values.kind) {
    case 'best-game':
      return (
        <>
          {select('table', TABLES)}
          {values.table === 'from' && <TextField label="The winner gets" {...count} {...form.field('linearFrom')} />}
          {values.table === 'custom' && (
            <TextField
              label="Points, the winner’s first"
              hint="After the last one its step goes on, down to 0."
              maxLength={2000}
              autoComplete="off"
              {...form.field('custom')}
            />
          )}
          <TextField label="Machines counted (optional)" hint="Left empty: all of them." {...count} {...form.field('machinesCounted')} />
          <TextField
            label="Attempts per machine (optional)"
            hint="Left empty: as many as one likes."
            {...count}
            {...form.field('attemptsPerMachine')}
          />
        </>
      )
    case 'pin-golf':
      return (
        <>
          {select('balls', BALLS)}
          {radios('missed', MISSED)}
        </>
      )
    case 'match-play':
      return (
        <>
          <TextField label="Rounds" {...count} {...form.field('rounds')} />
          {select('groupSize', GROUP_SIZES)}
          {select('groupPoints', GROUP_POINTS)}
          {radios('grouping', GROUPINGS)}
        </>
      )
    case 'strikes':
      return (
        <>
          <TextField label="Strikes to leave with" {...count} {...form.field('strikesToLeave')} />
          {select('groupSize', GROUP_SIZES)}
          {select('strikes', STRIKES)}
        </>
      )
    default:
      return null
  }
}
