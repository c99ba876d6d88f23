import { use, useState } from 'react'
import { useUserId } from '#accounts/ui/session/use-account.ts'
import type { EventDoc } from '#events/contract/documents.ts'
import { type EventFormat, entersStrokes, roundRules } from '#events/formats/registry.ts'
import { formatLabels } from '#events/formats/ui/labels.ts'
import type { Agreement } from '#events/rules/result-agreement.ts'
import { hasTies, MOST_STROKES } from '#events/rules/rounds.ts'
import { unreadProblem } from '#machines/ui/ScoreField.tsx'
import { isRead } from '#machines/ui/score-digits.ts'
import * as m from '#messages'
import { errorMessage, useDocument } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { VisuallyHidden } from '#platform/ui/controls/VisuallyHidden.tsx'
import { cx } from '#platform/ui/cx.ts'
import { Checkbox } from '#platform/ui/form/Checkbox.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { DeviceKeyContext } from '../device/device-key.ts'
import { useAnnounce } from '../director/action-area.tsx'
import type { GameOrder, ResultOutcome } from '../results/result-queue.ts'
import { useSendResult, useWaitingResult } from '../results/use-results.ts'
import type { Entrant } from '../use-event.ts'
import { type Earlier, findEarlier, readEarlier } from './earlier-result.ts'
import { GroupScores } from './GroupScores.tsx'
import { gameArgument, type PlayedGroup } from './games-of-group.ts'
import { type LostGame, ReopensQuestion, readLostGames } from './ReopensQuestion.tsx'
import { ReplaceQuestion } from './ReplaceQuestion.tsx'
import { ResultChanges } from './ResultChanges.tsx'
import styles from './Rounds.module.css'
import { type EnteredResult, finishingOrder, orderByScores, placesWithTies, takeBack, tiedPlayers } from './result-entry.ts'
import { resultLine } from './result-outcomes.ts'
import { TapOrder } from './TapOrder.tsx'
import { TiesField } from './TiesField.tsx'

/** What happens to a player's entry next. */
const THEN: Readonly<Record<Agreement, () => string>> = {
  director: m.events_result_then,
  two: m.events_agreement_then_two,
  one: m.events_agreement_then_one,
}

/** What has become of an entry. */
const SENT: Readonly<Record<ResultOutcome['state'], () => string>> = {
  confirmed: m.events_result_confirmed,
  entered: m.events_result_sent,
  waiting: m.events_waiting_kept,
}

/** What stands in the field of each player's score. */
type TypedDigits = ReadonlyMap<string, string>

const toResult = ({ by: _, ...result }: Earlier): GameOrder => result

/** Returns the scores of a result as their fields have them. */
const toTyped = ({ order = [], scores = [] }: { order: string[] | undefined; scores?: GameOrder['scores'] | undefined }): TypedDigits =>
  new Map(order.flatMap((id, i) => (typeof scores[i] === 'number' ? [[id, String(scores[i])]] : [])))

const toNumbers = (typed: TypedDigits): ReadonlyMap<string, number> =>
  new Map([...typed].flatMap(([id, digits]) => (isRead(digits) ? [[id, Number(digits)] as const] : [])))

const NO_SCORES: ReadonlyMap<string, number> = new Map()

export interface GroupResultProps {
  format: EventFormat
  group: PlayedGroup
  machineName: string
  entrants: ReadonlyMap<string, Entrant>
  /** true if the user helps to run the event, so that the entry needs no confirmation */
  isOfficial: boolean
  /** whose entry counts */
  agreement: Agreement
  /** the player who was tapped before the dialog opened */
  firstTap?: string | undefined
  onClose: () => void
}

/** Dialog to enter a group's result by tapping its players in order, the winner first. */
export function GroupResult({ format, group, machineName, entrants, isOfficial, agreement, firstTap, onClose }: GroupResultProps) {
  const send = useSendResult()
  const waiting = useWaitingResult(group._id)
  const announce = useAnnounce()
  const entry = formatLabels(format).resultEntry ?? finishingOrder
  const rules = roundRules(format)
  const mayShare = (place: number): boolean => rules?.mayShare(group.entrantIds.length, place) ?? false
  const takesStrokes = entersStrokes(format.kind)
  const takesScores = entry === finishingOrder
  const allowsTies = takesScores && group.entrantIds.some((_, i) => i > 0 && mayShare(i))
  const [entered, setEntered] = useState<EnteredResult>(() => {
    const { order, places } = waiting?.item.entered ?? { order: group.result, places: group.places }
    return order === undefined
      ? { taps: firstTap === undefined ? [] : entry.tap(format, [], firstTap, group.entrantIds), tied: [] }
      : { taps: entry.taps(format, order), tied: tiedPlayers(order, places) }
  })
  const [typed, setTyped] = useState(() => toTyped(waiting?.item.entered ?? { order: group.result, scores: group.scores }))
  const [first] = useState({ entered, typed })
  /** whether the result has scores. What was typed stays where they are switched off, and comes back. */
  const [hasScores, setHasScores] = useState(takesStrokes || (takesScores && typed.size > 0))
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  /** what the user is asked to replace; null: nothing is asked */
  const [earlier, setEarlier] = useState<Earlier | null>(null)
  /** results of later games of a bracket that go with this one, about which the user is asked; null: nothing is asked */
  const [lost, setLost] = useState<{ games: LostGame[]; replaced: Earlier | null } | null>(null)
  const userId = useUserId()
  const isDevice = use(DeviceKeyContext) !== null
  const event = useDocument<EventDoc>('events', group.eventId)
  const { taps, tied } = entered
  const { entrantIds, eventId } = group
  const getName = (id: string): string => entrants.get(id)?.displayName ?? m.ui_a_player()
  const change = (next: EnteredResult, nextTyped = typed): void => {
    setEntered(next)
    setTyped(nextTyped)
    setError(null)
    setEarlier(null)
    setLost(null)
  }
  const numbers = hasScores ? toNumbers(typed) : NO_SCORES
  const type = (id: string, digits: string): void => {
    const next = new Map(typed)
    if (digits === '') next.delete(id)
    else next.set(id, digits)
    change(orderByScores(entered, toNumbers(next), numbers, takesStrokes), next)
  }
  const switchScores = (isOn: boolean): void => {
    setHasScores(isOn)
    if (isOn) change(orderByScores(entered, toNumbers(typed), NO_SCORES))
  }
  const order = takesStrokes && numbers.size < entrantIds.length ? null : entry.order(format, taps, entrantIds)
  // The player who was not tapped shows the last place, which only needs to be confirmed.
  const placed = allowsTies || entry === finishingOrder ? (order ?? taps) : taps
  /** those whose score is known have their places from it */
  const tappable = entrantIds.filter(id => !numbers.has(id))
  const places = allowsTies ? placesWithTies(placed, tied, mayShare) : placed.map((_, i) => entry.place(i, entrantIds.length))
  const mark = (id: string): string => (placed.includes(id) ? entry.mark(format, places[placed.indexOf(id)]!) : '')
  // Scores that are there already go if they are not typed any more.
  const scores = takesScores && (hasScores || group.scores !== undefined) ? order?.map(id => numbers.get(id) ?? null) : undefined
  const result: GameOrder | null =
    order === null ? null : { order, ...(allowsTies && hasTies(places) ? { places } : {}), ...(scores === undefined ? {} : { scores }) }
  /** @param replaced what the user has agreed to replace @param reopens true: the user has agreed that later results go */
  const save = async (replaced: Earlier | null, reopens?: true): Promise<void> => {
    const unread = hasScores ? [...typed.values()].flatMap(digits => unreadProblem(digits) ?? []) : []
    if (unread[0] !== undefined) return setError(unread[0])
    if ([...numbers.values()].some(score => score > Number.MAX_SAFE_INTEGER)) return setError(m.ui_score_too_high())
    if (takesStrokes && [...numbers.values()].some(strokes => strokes < 1 || strokes > MOST_STROKES))
      return setError(m.events_strokes_range({ most: MOST_STROKES }))
    if (result === null) return setError(takesStrokes ? m.events_strokes_missing() : entry.missing(format))
    setError(null)
    const before =
      replaced === null && reopens === undefined && isOfficial
        ? findEarlier(group, result, { userId: isDevice ? null : userId, event, entrants })
        : null
    if (before !== null) return setEarlier(before)
    setBusy(true)
    try {
      const { state } = await send({
        eventId,
        ...gameArgument(group),
        ...result,
        ...(replaced === null ? {} : { replaces: toResult(replaced) }),
        ...(reopens === undefined ? {} : { reopens }),
      })
      announce(SENT[state]())
      onClose()
    } catch (cause) {
      const counts = readEarlier(cause)
      const games = readLostGames(cause)
      if (games !== null && isOfficial) setLost({ games, replaced })
      else if (counts !== null && isOfficial) setEarlier(counts)
      else setError(counts === null ? errorMessage(cause) : `${errorMessage(cause)} ${resultLine(format, counts, getName)}`)
      setBusy(false)
    }
  }
  return (
    <Dialog open title={machineName} isDirty={entered !== first.entered || typed !== first.typed} onClose={onClose}>
      <p>{takesStrokes ? m.events_strokes_hint() : hasScores ? m.events_scores_hint() : entry.instruction(format)}</p>
      {hasScores && (
        <GroupScores
          label={takesStrokes ? m.events_strokes() : m.events_scores()}
          group={entrantIds}
          typed={typed}
          getName={getName}
          mark={mark}
          takesFocus={first.typed.size === 0}
          onType={type}
        />
      )}
      {tappable.length > 1 && !takesStrokes && (
        <TapOrder
          group={tappable}
          taps={taps.filter(id => tappable.includes(id))}
          entrants={entrants}
          mark={mark}
          onTap={id => change({ taps: entry.tap(format, taps, id, entrantIds), tied })}
          onTakeBack={id => change(takeBack(entered, id))}
        />
      )}
      {takesScores && !takesStrokes && <Checkbox label={m.events_scores_type()} checked={hasScores} onChange={switchScores} />}
      {allowsTies && !hasScores && (
        <TiesField
          size={entrantIds.length}
          placed={placed}
          places={places}
          getName={getName}
          mayShare={mayShare}
          onChange={(id, isTied) => change({ taps, tied: isTied ? [...tied, id] : tied.filter(each => each !== id) })}
        />
      )}
      {isOfficial && group.state === 'confirmed' && (
        <ResultChanges eventId={eventId} format={format} entrants={entrants} corrected={result && { gameKey: group._id, ...result }} />
      )}
      <div className={cx(layout.stack2, styles.send)}>
        <span role="status">
          <VisuallyHidden>{entry.summary(placed.map(getName), places)}</VisuallyHidden>
        </span>
        <FormError message={error} />
        {lost !== null ? (
          <ReopensQuestion games={lost.games} busy={busy} onReopen={() => void save(lost.replaced, true)} onKeep={onClose} />
        ) : earlier === null ? (
          <Button kind={result === null ? 'quiet' : 'primary'} wide busy={busy} onClick={() => void save(null)}>
            {isOfficial ? m.events_result_confirm() : m.events_result_send()}
          </Button>
        ) : (
          <ReplaceQuestion
            earlier={earlier}
            result={resultLine(format, earlier, getName)}
            busy={busy}
            onReplace={() => void save(earlier)}
            onKeep={onClose}
          />
        )}
        {!isOfficial && <p className={cx(layout.quiet, styles.quiet)}>{THEN[agreement]()}</p>}
      </div>
    </Dialog>
  )
}
