import { type GroupDoc, groupsOne } from '#groups/contract.ts'
import * as m from '#messages'
import { useDocument, useSubscription } from '#platform/live/hooks.ts'
import { cx } from '#platform/ui/cx.ts'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { Notice } from '#platform/ui/states/Notice.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { venuePath } from '#venues/ui/venue-path.ts'
import { scoreRules } from '../formats/registry.ts'
import { EntrantName } from './EntrantName.tsx'
import { EventStateBadge, EventWhen } from './EventWhen.tsx'
import styles from './event.module.css'
import { eventHref } from './event-url.ts'
import { JoinEvent } from './JoinEvent.tsx'
import { formatName, formatSentence } from './labels/format-labels.ts'
import { decimal, times } from './labels/number-labels.ts'
import { tieBreaksSentence } from './labels/tie-break-labels.ts'
import type { ShownEvent } from './types.ts'

export interface EventHeaderProps {
  event: ShownEvent
  /** true: the user helps to run the event */
  hasTools: boolean
  /** true: the director's tools are shown below */
  showsTools: boolean
}

/**
 * The head of an event's page: its name and state, when and where, and what the user can do. On a phone, how it is played is behind the
 * details, so that the page begins in the upper half of the screen. Above the director's tools it has the name and the state alone.
 */
export function EventHeader({ event, hasTools, showsTools }: EventHeaderProps) {
  const {
    _id,
    name,
    state,
    venue,
    venueSlug,
    description,
    format,
    machineIds,
    players,
    capacity,
    groupId,
    director,
    tieBreaks,
    gamesPerRound,
    standingsHeld,
  } = event
  useSubscription(groupsOne, groupId === undefined ? null : { groupId })
  const group = useDocument<GroupDoc>('groups', groupId ?? null)
  // Files are served by plain HTTP without a login, so only events that everybody may see have them.
  const hasFiles = groupId === undefined || group?.visibility === 'public'
  const open = state === 'live' || state === 'upcoming'
  // Their players come from the standings of the qualifying.
  const isFinal = event.stages?.some(({ eventId, qualifyingId }) => eventId === _id && qualifyingId !== undefined) === true
  const takesScores = state === 'live' && scoreRules(format) !== null
  const facts = (
    <>
      <strong className={styles.kind}>{formatName(format)}</strong>
      <span>{times(machineIds.length, m.ui_count_machines)}</span>
      <span>
        {capacity === undefined
          ? times(players, m.ui_count_players)
          : m.events_count_places({ n: decimal(players), of: decimal(capacity) })}
      </span>
      <span>{renderMessage(m.events_directed_by(), { director: () => <EntrantName entrant={director} /> })}</span>
      {groupId !== undefined && <Link href={`/groups/${groupId}`}>{group?.name ?? m.events_its_group()}</Link>}
    </>
  )
  const ties = tieBreaks === undefined ? '' : ` ${tieBreaksSentence(tieBreaks)}`
  const games = gamesPerRound === undefined ? '' : ` ${m.events_round_games({ n: decimal(gamesPerRound) })}`
  const sentence = formatSentence(format, machineIds.length) + games + ties
  // Who runs the event knows all this, and needs the room for what is to be done.
  if (showsTools)
    return (
      <header className={cx(layout.line3, styles.header, styles.compact)}>
        <h1>{name}</h1>
        <EventStateBadge event={event} />
      </header>
    )
  return (
    <header className={cx(layout.stack3, styles.header)}>
      <EventStateBadge event={event} />
      <h1>{name}</h1>
      <p className={styles.facts}>
        <EventWhen event={event} />
        {venueSlug !== undefined ? (
          <Link href={venuePath(venueSlug)}>{venue || m.venues_venue()}</Link>
        ) : (
          venue !== '' && <span>{venue}</span>
        )}
      </p>
      <p className={cx(styles.facts, styles.wideOnly)}>{facts}</p>
      <p className={styles.wideOnly}>{sentence}</p>
      {state === 'cancelled' && (
        <Notice kind="warn" title={m.events_cancelled_title()}>
          {m.events_cancelled_words()}
        </Notice>
      )}
      <div className={cx(layout.row, styles.actions)}>
        {takesScores && (
          <ButtonLink kind={hasTools ? 'quiet' : 'primary'} href={`/submit?event=${_id}`}>
            {m.ui_add_score()}
          </ButtonLink>
        )}
        {open && <JoinEvent event={event} isFinal={isFinal} kind={takesScores || hasTools ? 'quiet' : 'primary'} />}
        {/* The button comes when the user's roles are known, so it stands where it moves nothing else. */}
        <div className={styles.more}>
          {hasTools && (
            <ButtonLink kind="primary" className={styles.manage} href={eventHref(_id, { show: 'direct' })}>
              {m.events_desk()}
            </ButtonLink>
          )}
          <details className={styles.about} open={state === 'upcoming' && description !== ''}>
            <summary className={cx(layout.summary, styles.summary)}>{m.events_about()}</summary>
            <p className={cx(styles.facts, styles.phoneOnly)}>{facts}</p>
            <p className={styles.phoneOnly}>{sentence}</p>
            {description !== '' && (
              <p className={styles.description} dir="auto">
                {description}
              </p>
            )}
            <p className={cx(layout.links, styles.links)}>
              {/* Plain links instead of `Link`: the files are not pages, and the big screen is loaded as a separate page. */}
              {hasFiles && open && (
                <a href={`/events/${_id}/calendar.ics`} download>
                  {m.events_to_calendar()}
                </a>
              )}
              {hasFiles && !standingsHeld && (state === 'live' || state === 'finished') && (
                <a href={`/events/${_id}/results.csv`} download>
                  {m.events_results_table()}
                </a>
              )}
              {state !== 'cancelled' && <a href={`/events/${_id}/live`}>{m.events_big_screen()}</a>}
              {state !== 'cancelled' && <Link href={`/events/${_id}/print`}>{m.events_print()}</Link>}
            </p>
          </details>
        </div>
      </div>
    </header>
  )
}
