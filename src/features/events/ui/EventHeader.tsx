import * as m from '#messages'
import { useDocument, useSubscription } from '../../../platform/live/hooks.ts'
import { ButtonLink } from '../../../platform/ui/controls/ButtonLink.tsx'
import { Link } from '../../../platform/ui/controls/Link.tsx'
import { renderMessage } from '../../../platform/ui/format/rich-message.tsx'
import { Notice } from '../../../platform/ui/states/Notice.tsx'
import { type GroupDoc, groupsOne } from '../../groups/contract.ts'
import { scoreRules } from '../formats/registry.ts'
import { EntrantName } from './EntrantName.tsx'
import { EventStateBadge, EventWhen } from './EventWhen.tsx'
import styles from './event.module.css'
import { JoinEvent } from './JoinEvent.tsx'
import { formatName, formatSentence } from './labels/format-labels.ts'
import { times } from './labels/number-labels.ts'
import type { ShownEvent } from './types.ts'

/** The head of an event's page: what it is, when and where, how it is played, and what the user can do. */
export function EventHeader({ event }: { event: ShownEvent }) {
  const { _id, name, state, venue, description, format, machineIds, players, groupId, director } = event
  useSubscription(groupsOne, groupId === undefined ? null : { groupId })
  const group = useDocument<GroupDoc>('groups', groupId ?? null)
  // Files are served by plain HTTP without a login, so only events that everybody may see have them.
  const hasFiles = groupId === undefined || group?.visibility === 'public'
  const open = state === 'live' || state === 'upcoming'
  const sentence = formatSentence(format, machineIds.length)
  const takesScores = state === 'live' && scoreRules(format) !== null
  return (
    <header className={styles.header}>
      <EventStateBadge event={event} />
      <h1>{name}</h1>
      <p className={styles.facts}>
        <EventWhen event={event} />
        {venue !== '' && <span>{venue}</span>}
      </p>
      <p className={styles.facts}>
        <strong className={styles.kind}>{formatName(format)}</strong>
        <span>{times(machineIds.length, m.events_count_machines)}</span>
        <span>{times(players, m.events_count_players)}</span>
        <span>{renderMessage(m.events_directed_by(), { director: () => <EntrantName entrant={director} /> })}</span>
        {groupId !== undefined && <Link href={`/groups/${groupId}`}>{group?.name ?? m.events_its_group()}</Link>}
      </p>
      <p className={styles.sentence}>{sentence}</p>
      {state === 'cancelled' && (
        <Notice kind="warn" title={m.events_cancelled_title()}>
          {m.events_cancelled_words()}
        </Notice>
      )}
      {open && (
        <div className={styles.actions}>
          {takesScores && (
            <ButtonLink kind="primary" href={`/submit?event=${_id}`}>
              {m.events_add_score()}
            </ButtonLink>
          )}
          <JoinEvent eventId={_id} kind={takesScores ? 'quiet' : 'primary'} />
        </div>
      )}
      <details className={styles.about} open={state === 'upcoming'}>
        <summary>{m.events_about()}</summary>
        <p className={styles.folded}>{sentence}</p>
        {description !== '' && (
          <p className={styles.description} dir="auto">
            {description}
          </p>
        )}
        <p className={styles.links}>
          {/* Plain links instead of `Link`: the files are not pages, and the big screen is loaded as a separate page. */}
          {hasFiles && open && (
            <a href={`/events/${_id}/calendar.ics`} download>
              {m.events_to_calendar()}
            </a>
          )}
          {hasFiles && (state === 'live' || state === 'finished') && (
            <a href={`/events/${_id}/results.csv`} download>
              {m.events_results_table()}
            </a>
          )}
          {state !== 'cancelled' && <a href={`/events/${_id}/live`}>{m.events_big_screen()}</a>}
        </p>
      </details>
    </header>
  )
}
