import { useRef, useState } from 'react'
import { v7 } from 'uuid'
import * as m from '#messages'
import { errorMessage, useMethod } from '../../../../platform/live/hooks.ts'
import { Button } from '../../../../platform/ui/controls/Button.tsx'
import { ConfirmDialog } from '../../../../platform/ui/controls/ConfirmDialog.tsx'
import { ErrorState } from '../../../../platform/ui/states/ErrorState.tsx'
import { Skeleton } from '../../../../platform/ui/states/Skeleton.tsx'
import { eventsDraw, eventsDrop, eventsResult } from '../../contract/rounds.ts'
import type { RoundRules } from '../../rules/format-rules.ts'
import { times } from '../labels/number-labels.ts'
import { MatchGroupCard } from '../rounds/GroupCard.tsx'
import { GroupResult } from '../rounds/GroupResult.tsx'
import { namesTogether } from '../rounds/result-entry.ts'
import { type PlayedGroup, type PlayedRound, useRounds } from '../rounds/use-rounds.ts'
import type { ShownEvent } from '../types.ts'
import { type Entrant, useEvent } from '../use-event.ts'
import { ActionButton, ActionError, useTell } from './action-area.tsx'
import styles from './directing.module.css'
import { type DrawState, drawState } from './draw-readiness.ts'
import { MoveGroup } from './MoveGroup.tsx'

const WHY: Record<DrawState['without'][number]['why'], () => string> = {
  expected: m.events_presence_expected,
  paused: m.events_presence_paused,
  out: m.events_presence_out,
}

/** The round that is being played and the draw of the next one; older rounds on request. */
export function RoundsTools({ event, rules, entrants }: { event: ShownEvent; rules: RoundRules; entrants: readonly Entrant[] }) {
  const [older, setOlder] = useState(false)
  // Where rounds go on until one is left, all of them are needed to know who has been eliminated.
  const needsAll = rules.rounds === null
  const { live, rounds } = useRounds(event._id, older || needsAll)
  const inOrder = useEvent(event._id).machines.filter(({ active }) => active).length
  const [latest] = rounds
  if (live.state === 'failed') return <ErrorState title={m.events_rounds_failed()}>{errorMessage(live.error)}</ErrorState>
  if (live.state === 'pending' && (latest === undefined || needsAll)) return <Skeleton kind="form" count={2} />
  return (
    <>
      <NextRound event={event} state={drawState(event, rules, entrants, rounds, inOrder)} />
      {latest !== undefined && <Round key={latest._id} event={event} round={latest} entrants={entrants} />}
      {rounds.length > 1 && !older && (
        <div>
          <Button kind="plain" onClick={() => setOlder(true)}>
            {m.events_draw_earlier()}
          </Button>
        </div>
      )}
      {older && rounds.slice(1).map(round => <Round key={round._id} event={event} round={round} entrants={entrants} />)}
    </>
  )
}

function NextRound({ event, state: { number, playing, without, missing } }: { event: ShownEvent; state: DrawState }) {
  const draw = useMethod(eventsDraw)
  /** The id of the last draw requested. Requesting the same round again reuses it. */
  const asked = useRef<{ id: string; number: number } | null>(null)
  const over = event.state === 'finished' || event.state === 'cancelled'
  const byReason = (['expected', 'paused', 'out'] as const).flatMap(why => {
    const names = without.filter(each => each.why === why).map(({ entrant }) => entrant.displayName)
    return names.length === 0 ? [] : [{ why, names }]
  })
  return (
    <section className={styles.next} aria-label={m.events_draw_next()}>
      <div role="status">
        {missing.length > 0 ? (
          missing.map(words => (
            <p key={words} className={styles.missing}>
              {words}
            </p>
          ))
        ) : (
          <p className={styles.missing}>{times(playing.length, m.events_draw_playing)}</p>
        )}
      </div>
      {!over && (
        <dl className={styles.without}>
          {byReason.map(({ why, names }) => (
            <div key={why}>
              <dt>{WHY[why]()}</dt>
              <dd>{namesTogether(names)}</dd>
            </div>
          ))}
        </dl>
      )}
      {!over && (
        <ActionButton
          thing="draw"
          kind="primary"
          disabled={missing.length > 0}
          said={m.events_draw_done({ n: number })}
          work={async () => {
            if (asked.current?.number !== number) asked.current = { id: v7(), number }
            await draw({ _id: asked.current.id, eventId: event._id })
          }}
        >
          {m.events_draw({ n: number })}
        </ActionButton>
      )}
      <ActionError thing="draw" />
    </section>
  )
}

interface RoundProps {
  event: ShownEvent
  round: PlayedRound
  entrants: readonly Entrant[]
}

function Round({ event, round, entrants }: RoundProps) {
  const { _id: roundId, number, groups } = round
  const eventId = event._id
  const [result, drop] = [useMethod(eventsResult), useMethod(eventsDrop)]
  const tell = useTell()
  const { machines } = useEvent(eventId)
  const [open, setOpen] = useState<{ what: 'result' | 'move'; groupId: string } | 'drop' | null>(null)
  const byId = new Map(entrants.map(each => [each._id, each]))
  const nameOf = (machineId: string): string => machines.find(each => each.machineId === machineId)?.name ?? m.events_some_machine()
  const confirm = ({ _id: groupId, result: order }: PlayedGroup): Promise<unknown> => result({ eventId, groupId, order: order! })
  const entered = groups.filter(({ state }) => state === 'entered')
  const isLive = event.state === 'live'
  const isOpen = isLive || event.state === 'finished'
  const opened = open === null || open === 'drop' ? undefined : groups.find(({ _id }) => _id === open.groupId)
  const close = (): void => setOpen(null)
  return (
    <section className={styles.section} aria-label={m.events_round({ n: number })}>
      <div className={styles.between}>
        <h2>{m.events_round({ n: number })}</h2>
        <div className={styles.ways}>
          {isOpen && entered.length > 1 && (
            <ActionButton
              thing={roundId}
              kind="primary"
              said={m.events_confirmed_all({ count: entered.length, n: entered.length })}
              work={async () => {
                for (const group of entered) await confirm(group)
              }}
            >
              {m.events_confirm_all()}
            </ActionButton>
          )}
          {isLive && groups.every(({ state }) => state !== 'confirmed') && (
            <Button kind="plain" onClick={() => setOpen('drop')}>
              {m.events_drop()}
            </Button>
          )}
        </div>
      </div>
      <ActionError thing={roundId} />
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that an unmarked list is one */}
      <ul className={styles.groups} role="list">
        {groups.map(group => (
          <MatchGroupCard key={group._id} format={event.format} group={group} machineName={nameOf(group.machineId)} entrants={byId}>
            {isOpen && (
              <>
                {group.state === 'entered' && (
                  <ActionButton
                    thing={group._id}
                    kind="primary"
                    label={m.events_confirm_of({ n: group.number })}
                    said={m.events_confirmed_of({ n: group.number })}
                    work={() => confirm(group)}
                  >
                    {m.events_confirm()}
                  </ActionButton>
                )}
                <Button
                  kind={group.state === 'playing' ? 'quiet' : 'plain'}
                  className={group.state === 'playing' ? undefined : styles.more}
                  aria-label={(group.state === 'playing' ? m.events_group_enter_of : m.events_group_correct_of)({ n: group.number })}
                  onClick={() => setOpen({ what: 'result', groupId: group._id })}
                >
                  {group.state === 'playing' ? m.events_group_enter() : m.events_group_correct()}
                </Button>
                {isLive && group.state !== 'confirmed' && (
                  <Button
                    kind="plain"
                    className={styles.more}
                    aria-label={m.events_group_move_of({ n: group.number })}
                    onClick={() => setOpen({ what: 'move', groupId: group._id })}
                  >
                    {m.events_group_move()}
                  </Button>
                )}
                <ActionError thing={group._id} />
              </>
            )}
          </MatchGroupCard>
        ))}
      </ul>
      {open === 'drop' && (
        <ConfirmDialog
          title={m.events_drop_title({ n: number })}
          yes={m.events_drop_yes()}
          no={m.events_drop_no()}
          run={async () => {
            await drop({ eventId, roundId })
            tell(m.events_drop_done({ n: number }))
          }}
          onClose={close}
        >
          <p>{m.events_drop_words()}</p>
        </ConfirmDialog>
      )}
      {opened && typeof open === 'object' && open?.what === 'result' && (
        <GroupResult format={event.format} group={opened} machineName={nameOf(opened.machineId)} entrants={byId} directs onClose={close} />
      )}
      {opened && typeof open === 'object' && open?.what === 'move' && <MoveGroup group={opened} machines={machines} onClose={close} />}
    </section>
  )
}
