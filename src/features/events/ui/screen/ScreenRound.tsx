import { useRef } from 'react'
import * as m from '#messages'
import { useSubscription } from '../../../../platform/live/hooks.ts'
import { cx } from '../../../../platform/ui/cx.ts'
import { eventsEntrants } from '../../contract/entrants.ts'
import { commas } from '../labels/list-labels.ts'
import { useRounds } from '../rounds/use-rounds.ts'
import type { ShownEvent } from '../types.ts'
import { type Machine, useEntrants } from '../use-event.ts'
import styles from './screen.module.css'
import { useSelfScroll } from './use-self-scroll.ts'

/** The groups of the latest round with their machines. */
export function ScreenRound({ event, machines }: { event: ShownEvent; machines: readonly Machine[] }) {
  const { rounds } = useRounds(event._id)
  useSubscription(eventsEntrants, { eventId: event._id })
  const names = new Map(useEntrants(event._id).map(({ _id, displayName }) => [_id, displayName]))
  const box = useRef<HTMLDivElement>(null)
  useSelfScroll(box)
  const round = rounds[0]
  if (round === undefined) return <p className={styles.nothing}>{m.events_no_round()}</p>
  const machineName = (id: string): string => machines.find(each => each.machineId === id)?.name ?? ''
  return (
    <div className={styles.side}>
      <h2 className={styles.heading}>{m.events_round({ n: round.number })}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section ref={box} className={styles.box} tabIndex={0} aria-label={m.events_screen_groups({ n: round.number })}>
        <ul className={styles.cards}>
          {round.groups.map(({ _id, machineId, entrantIds, result, state }) => (
            <li key={_id} className={cx(styles.card, state === 'confirmed' && styles.done)}>
              <strong className={styles.machine}>{machineName(machineId)}</strong>
              <ol className={styles.players}>
                {(state === 'confirmed' ? result! : entrantIds).map(id => (
                  <li key={id}>{names.get(id) ?? m.events_some_player()}</li>
                ))}
              </ol>
            </li>
          ))}
          {round.byes.length > 0 && (
            <li className={styles.card}>
              <strong className={styles.machine}>{m.events_screen_byes()}</strong>
              <span>{commas(round.byes.map(id => names.get(id) ?? m.events_some_player()))}</span>
            </li>
          )}
        </ul>
      </section>
    </div>
  )
}
