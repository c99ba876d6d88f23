import { useId, useRef, useState } from 'react'
import type { EventValues } from '#events/formats/ui/event-values.ts'
import type { TieBreak } from '#events/rules/standings-options.ts'
import * as m from '#messages'
import { List } from '#platform/ui/controls/List.tsx'
import { VisuallyHidden } from '#platform/ui/controls/VisuallyHidden.tsx'
import { cx } from '#platform/ui/cx.ts'
import { FieldNotes } from '#platform/ui/form/FieldNotes.tsx'
import { Select } from '#platform/ui/form/Select.tsx'
import type { Form } from '#platform/ui/form/use-form.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { TIE_BREAK_LABELS } from '../labels/tie-break-labels.ts'
import { MoveButton, RemoveButton } from '../OrderButtons.tsx'
import styles from './event-form.module.css'
import { moveItem, parseTieBreaks } from './tie-break-values.ts'

/** The event's tie-breaks in their order; buttons move one up or down, or take it out. @param choices those of the format */
export function TieBreaksField({ form, choices }: { form: Form<EventValues>; choices: readonly TieBreak[] }) {
  const id = useId()
  const [announcement, setAnnouncement] = useState('')
  const field = useRef<HTMLFieldSetElement>(null)
  const list = parseTieBreaks(form.values, choices)
  const others = choices.filter(each => !list.includes(each))
  const { error } = form.field('tieBreaks')
  const change = (next: readonly TieBreak[], text: string): void => {
    form.set('tieBreaks', next.join(' '))
    setAnnouncement(text)
  }
  const move = (tieBreak: TieBreak, by: -1 | 1): void => {
    const next = moveItem(list, tieBreak, by)
    change(next, m.events_tiebreak_moved({ what: TIE_BREAK_LABELS[tieBreak].name(), n: next.indexOf(tieBreak) + 1 }))
    // The browser may take the focus from an element whose place in the page changes.
    const selector = `[data-tie-break="${tieBreak}"] [data-move="${by}"]`
    requestAnimationFrame(() => field.current?.querySelector<HTMLButtonElement>(selector)?.focus())
  }
  const remove = (tieBreak: TieBreak): void => {
    change(
      list.filter(each => each !== tieBreak),
      m.events_tiebreak_removed({ what: TIE_BREAK_LABELS[tieBreak].name() }),
    )
    requestAnimationFrame(() => field.current?.querySelector('select')?.focus())
  }
  const add = (added: string): void => {
    const tieBreak = others.find(each => each === added)
    if (tieBreak === undefined) return
    change([...list, tieBreak], m.events_tiebreak_moved({ what: TIE_BREAK_LABELS[tieBreak].name(), n: list.length + 1 }))
  }
  return (
    <fieldset className={layout.stack3} ref={field} aria-describedby={`${id}-words`}>
      <legend className={cx(layout.legend, styles.legend)}>{m.ui_tie_breaks()}</legend>
      <p className={cx(layout.quiet, styles.quiet)} id={`${id}-words`}>
        {list.length === 0 ? m.events_tiebreak_none() : m.events_tiebreak_words()}
      </p>
      <List ordered className={layout.stack} aria-label={m.ui_tie_breaks()}>
        {list.map((tieBreak, index) => {
          const { name, hint } = TIE_BREAK_LABELS[tieBreak]
          const what = name()
          return (
            <li key={tieBreak} className={styles.machine} data-tie-break={tieBreak}>
              <span className={styles.number}>{index + 1}</span>
              <span className={cx(layout.anywhere, layout.strong)}>{what}</span>
              <span className={styles.moves}>
                <MoveButton by={-1} atEnd={index === 0} label={m.events_tiebreak_up({ what })} onClick={() => move(tieBreak, -1)} />
                <MoveButton
                  by={1}
                  atEnd={index === list.length - 1}
                  label={m.events_tiebreak_down({ what })}
                  onClick={() => move(tieBreak, 1)}
                />
                <RemoveButton label={m.events_tiebreak_remove({ what })} onClick={() => remove(tieBreak)} />
              </span>
              <span className={cx(layout.quiet, styles.quiet, styles.tieBreakHint)}>{hint()}</span>
            </li>
          )
        })}
      </List>
      {others.length > 0 && (
        <Select
          label={m.events_tiebreak_add()}
          value=""
          choices={[
            { value: '', label: m.events_tiebreak_choose() },
            ...others.map(each => ({ value: each, label: TIE_BREAK_LABELS[each].name() })),
          ]}
          onChange={add}
        />
      )}
      <FieldNotes id={id} error={error} />
      <span role="status">
        <VisuallyHidden>{announcement}</VisuallyHidden>
      </span>
    </fieldset>
  )
}
