import { useUserId } from '#accounts/ui/session/use-account.ts'
import type { EventDoc } from '#events/contract/documents.ts'
import type { EventFormat } from '#events/formats/registry.ts'
import * as m from '#messages'
import { useDocument } from '#platform/live/hooks.ts'
import { cx } from '#platform/ui/cx.ts'
import layout from '#platform/ui/styles/layout.module.css'
import type { Entrant } from '../use-event.ts'
import type { PlayedGroup } from './games-of-group.ts'
import styles from './Rounds.module.css'
import { isOwn, nameOfAuthor } from './result-authors.ts'
import { resultLine } from './result-outcomes.ts'

interface ReplacedNoticeProps {
  format: EventFormat
  group: PlayedGroup
  entrants: ReadonlyMap<string, Entrant>
  ownEntrantId?: string | undefined
}

/** Says that the result of a game has replaced what somebody else had entered, who did it, and what that was. */
export function ReplacedNotice({ format, group: { eventId, replaced, confirmedBy }, entrants, ownEntrantId }: ReplacedNoticeProps) {
  const userId = useUserId()
  const event = useDocument<EventDoc>('events', eventId)
  if (replaced === undefined) return null
  const getName = (id: string): string => entrants.get(id)?.displayName ?? m.ui_a_player()
  const result = resultLine(format, replaced, getName)
  const nameOf = (author: typeof confirmedBy): string | null => nameOfAuthor(author, event, entrants)
  const by = confirmedBy?.byDevice ? m.events_replaced_device() : (nameOf(confirmedBy) ?? m.ui_someone())
  const earlier =
    replaced.entrantId !== undefined
      ? getName(replaced.entrantId)
      : replaced.confirmedBy?.byDevice
        ? m.events_replaced_of_device()
        : (nameOf(replaced.confirmedBy) ?? m.events_replaced_of_someone())
  const wasOwn = replaced.entrantId === undefined ? isOwn(replaced.confirmedBy, userId) : replaced.entrantId === ownEntrantId
  return (
    <p className={wasOwn ? styles.overruled : cx(layout.quiet, styles.quiet)}>
      {wasOwn
        ? m.events_replaced_yours({ by, result })
        : isOwn(confirmedBy, userId)
          ? m.events_replaced_by_you({ earlier, result })
          : m.events_replaced({ by, earlier, result })}
    </p>
  )
}
