import type { ShownEvent } from '#events/ui/types.ts'
import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { cx } from '#platform/ui/cx.ts'
import { Checkbox } from '#platform/ui/form/Checkbox.tsx'
import { RadioList } from '#platform/ui/form/RadioList.tsx'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import { useFormatNumber } from '#platform/ui/format/use-formats.ts'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { Notice } from '#platform/ui/states/Notice.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { Countdown } from '#platform/ui/time/Countdown.tsx'
import styles from './select-event.module.css'
import { submitHint } from './submit-hint.ts'
import type { ChosenEvent } from './use-event-select.ts'

const NO_EVENT = 'none'

export interface SubmitEventProps {
  choice: ChosenEvent
  /** @param eventId null: no event */
  onChoose: (eventId: string | null) => void
}

/** Shows the event that the form is for, or lets the player choose one of the live events. */
export function SubmitEvent({ choice, onChoose }: SubmitEventProps) {
  const number = useFormatNumber()
  const { bound, event, closed, eligible, chosen } = choice
  const hintFor = (each: ShownEvent): string | undefined => submitHint(each, choice.findRequirement(each._id), number)
  // An offer always has a hint, so that nothing moves when the player's own has loaded.
  const offerHint = (each: ShownEvent): string => hintFor(each) ?? m.events_page_live()
  if (event !== null && (bound !== null || eligible.length === 0)) {
    const requirement = bound === null ? undefined : hintFor(bound)
    return (
      <section className={cx(layout.stack1, styles.bound)} aria-label={m.ui_event()}>
        <p>
          {renderMessage(m.scores_choice_counts(), { event: () => <Link href={`/events/${event.eventId}`}>{event.name}</Link> })}
          {bound?.state === 'live' && (
            <>
              {' · '}
              <span className={styles.quiet}>
                <Countdown before={m.ui_ends_in()} to={bound.endsAt} />
              </span>
            </>
          )}
        </p>
        {requirement !== undefined && <p className={styles.need}>{requirement}</p>}
        <Button kind="plain" className={styles.without} onClick={() => onChoose(null)}>
          {m.scores_choice_without()}
        </Button>
      </section>
    )
  }
  if (closed !== null) {
    return (
      <Notice
        kind="warn"
        title={closed.name === null ? m.scores_choice_missing() : m.scores_choice_closed({ state: closed.state ?? '', name: closed.name })}
      >
        {m.scores_choice_closed_note()}
      </Notice>
    )
  }
  if (eligible.length === 0) return null
  const [first] = eligible
  if (eligible.length === 1 && first !== undefined) {
    return (
      <div className={styles.offer}>
        <Checkbox
          label={m.scores_choice_offer({ name: first.name })}
          hint={offerHint(first)}
          checked={chosen !== null}
          onChange={on => onChoose(on ? first._id : null)}
        />
      </div>
    )
  }
  return (
    <div className={styles.offer}>
      <RadioList
        label={m.scores_choice_offers()}
        value={chosen?._id ?? NO_EVENT}
        choices={[
          ...eligible.map(each => ({ value: each._id, label: each.name, hint: offerHint(each) })),
          { value: NO_EVENT, label: m.scores_choice_none() },
        ]}
        onChange={value => onChoose(value === NO_EVENT ? null : value)}
      />
    </div>
  )
}
