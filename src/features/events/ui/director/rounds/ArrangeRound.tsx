import { useState } from 'react'
import { eventsArrange } from '#events/contract/rounds.ts'
import { type Move, planMove } from '#events/rules/draw/move-player.ts'
import type { RoundRules } from '#events/rules/format-rules.ts'
import type { PlayedRound } from '#events/ui/rounds/use-rounds.ts'
import type { Entrant } from '#events/ui/use-event.ts'
import * as m from '#messages'
import { errorCode } from '#platform/live/call-errors.ts'
import { useMethod } from '#platform/live/hooks.ts'
import { useRequestId } from '#platform/live/use-request-id.ts'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { Select } from '#platform/ui/form/Select.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { useAnnounce } from '../action-area.tsx'

export interface ArrangeRoundProps {
  round: PlayedRound
  rules: RoundRules
  /** everybody in the event, by name; who waits for a place cannot be chosen */
  entrants: readonly Entrant[]
  getMachineName: (machineId: string) => string
  onClose: () => void
}

/** Dialog that changes where one player of a running round is: in a group, in somebody's place, standing by, or not in the round. */
export function ArrangeRound({ round, rules, entrants, getMachineName, onClose }: ArrangeRoundProps) {
  const arrange = useMethod(eventsArrange)
  const announce = useAnnounce()
  const requestId = useRequestId()
  const [asksToReopen, setAsksToReopen] = useState(false)
  const games = new Map(round.groups.filter(({ game }) => game === 1).map(group => [group.groupId, group]))
  const seating = { groups: new Map([...games].map(([groupId, { entrantIds }]) => [groupId, entrantIds])), byes: round.byes }
  const seated = new Set([...[...seating.groups.values()].flat(), ...seating.byes])
  const nameOf = (id: string): string => entrants.find(({ _id }) => _id === id)?.displayName ?? m.ui_a_player()
  // Who came late is the one whom the director means.
  const players = [
    ...entrants.filter(({ _id, waiting }) => !seated.has(_id) && waiting === undefined),
    ...entrants.filter(({ _id }) => seated.has(_id)),
  ]
  const choices = (player: string): { value: string; label: string; move: Move }[] => {
    const isStandingBy = seating.byes.includes(player)
    const own = [...games.values()].find(({ entrantIds }) => entrantIds.includes(player))
    return [
      ...[...games.values()]
        .filter(group => group !== own && group.entrantIds.length < rules.largestGroup)
        .map(({ groupId, number, machineId }) => ({
          value: `group ${groupId}`,
          label: m.events_arrange_group({ n: number, machine: getMachineName(machineId) }),
          move: { kind: 'group', groupId } as const,
        })),
      ...(rules.isOneGroup ? [] : seating.byes.filter(id => id !== player)).map(id => ({
        value: `with ${id}`,
        label: m.events_arrange_new({ name: nameOf(id) }),
        move: { kind: 'new group', with: id } as const,
      })),
      ...(own === undefined ? [] : own.entrantIds.flatMap((id, at) => (id === player ? [] : [at]))).map(at => ({
        value: `turn ${at}`,
        label: m.events_arrange_turn({ place: at + 1 }),
        move: { kind: 'turn', at } as const,
      })),
      ...(own === undefined && isStandingBy ? [] : [{ value: 'bye', label: m.events_arrange_bye(), move: { kind: 'bye' } as const }]),
      ...(own === undefined && !isStandingBy ? [] : [{ value: 'out', label: m.events_arrange_out(), move: { kind: 'out' } as const }]),
      ...[...seated]
        .filter(id => id !== player && !own?.entrantIds.includes(id) && !(isStandingBy && seating.byes.includes(id)))
        .map(id => ({ value: `for ${id}`, label: m.events_arrange_swap({ name: nameOf(id) }), move: { kind: 'swap', for: id } as const })),
    ]
  }
  const form = useForm({
    initial: { player: players[0]?._id ?? '', place: '' },
    send: async ({ player, place }) => {
      const all = choices(player)
      const { move } = all.find(({ value }) => value === place) ?? all[0]!
      const change = planMove(seating, player, move)
      const { eventId, _id: roundId } = round
      try {
        await arrange({ _id: requestId([change, asksToReopen]), eventId, roundId, ...change, ...(asksToReopen ? { reopens: true } : {}) })
      } catch (error) {
        if (errorCode(error) === 'results-would-open') setAsksToReopen(true)
        throw error
      }
      announce(m.events_arrange_done({ name: nameOf(player) }))
      onClose()
    },
  })
  const places = choices(form.values.player)
  const set = (field: 'player' | 'place', value: string): void => {
    form.set(field, value)
    setAsksToReopen(false)
  }
  return (
    <Dialog open title={m.events_arrange_title({ n: round.number })} onClose={onClose}>
      <FormBody form={form} action={asksToReopen ? m.events_arrange_reopen() : m.events_arrange_action()} wide>
        <Select
          label={m.events_arrange_player()}
          value={form.values.player}
          choices={players.map(({ _id, displayName }) => ({ value: _id, label: displayName }))}
          onChange={player => set('player', player)}
        />
        <Select
          label={m.events_arrange_where()}
          value={places.some(({ value }) => value === form.values.place) ? form.values.place : (places[0]?.value ?? '')}
          choices={places}
          onChange={place => set('place', place)}
        />
      </FormBody>
    </Dialog>
  )
}
