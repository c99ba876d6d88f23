import { useId } from 'react'
import type { EventValues } from '#events/formats/ui/event-values.ts'
import type { TieBreak } from '#events/rules/standings-options.ts'
import * as m from '#messages'
import { OrderedList } from '#platform/ui/controls/OrderedList.tsx'
import { cx } from '#platform/ui/cx.ts'
import { FieldNotes } from '#platform/ui/form/FieldNotes.tsx'
import { Select } from '#platform/ui/form/Select.tsx'
import type { Form } from '#platform/ui/form/use-form.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { TIE_BREAK_LABELS } from '../labels/tie-break-labels.ts'
import styles from './event-form.module.css'
import { parseTieBreaks } from './tie-break-values.ts'

/** The event's tie-breaks in their order; buttons move one up or down, or take it out. @param choices those of the format */
export function TieBreaksField({ form, choices }: { form: Form<EventValues>; choices: readonly TieBreak[] }) {
  const id = useId()
  const list = parseTieBreaks(form.values, choices)
  const others = choices.filter(each => !list.includes(each))
  const { error } = form.field('tieBreaks')
  const items = list.map(tieBreak => ({ id: tieBreak, name: TIE_BREAK_LABELS[tieBreak].name() }))
  const set = (next: readonly string[]): void => form.set('tieBreaks', next.join(' '))
  return (
    <fieldset className={layout.stack3} aria-describedby={`${id}-words`}>
      <legend className={cx(layout.legend, styles.legend)}>{m.ui_tie_breaks()}</legend>
      <p className={cx(layout.quiet, styles.quiet)} id={`${id}-words`}>
        {list.length === 0 ? m.events_tiebreak_none() : m.events_tiebreak_words()}
      </p>
      <OrderedList
        label={m.ui_tie_breaks()}
        items={items}
        onChange={next => set(next.map(({ id }) => id))}
        renderMore={({ id }) => <span className={cx(layout.quiet, styles.quiet)}>{TIE_BREAK_LABELS[id].hint()}</span>}
      />
      {others.length > 0 && (
        <Select
          label={m.events_tiebreak_add()}
          value=""
          choices={[
            { value: '', label: m.events_tiebreak_choose() },
            ...others.map(each => ({ value: each, label: TIE_BREAK_LABELS[each].name() })),
          ]}
          onChange={added => added !== '' && set([...list, added])}
        />
      )}
      <FieldNotes id={id} error={error} />
    </fieldset>
  )
}
