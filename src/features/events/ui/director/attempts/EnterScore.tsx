import { eventsEnter } from '#events/contract/attempts.ts'
import { scoreRules } from '#events/formats/registry.ts'
import type { Hole } from '#events/rules/format-rules.ts'
import { useScorekeeperMethod } from '#events/ui/device/device-key.ts'
import { times } from '#events/ui/labels/number-labels.ts'
import type { ShownEvent } from '#events/ui/types.ts'
import { useEntrants, useEvent } from '#events/ui/use-event.ts'
import { ScoreField, unreadProblem } from '#machines/ui/ScoreField.tsx'
import * as m from '#messages'
import { useRequestId } from '#platform/live/use-request-id.ts'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { Checkbox } from '#platform/ui/form/Checkbox.tsx'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { RadioList } from '#platform/ui/form/RadioList.tsx'
import { Select } from '#platform/ui/form/Select.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { useAnnounce } from '../action-area.tsx'

type EnteredScore = {
  entrantId: string
  machineId: string
  digits: string
  /** the ball that reached the target; '': the last one */
  ball: string
  /** the strokes of a hole whose score is not known; '': none are entered */
  strokes: string
  isSpent: boolean
}

export interface EnterScoreProps {
  event: ShownEvent
  /** the entrant; '': to be chosen in the dialog */
  entrantId: string
  onEntered?: () => void
  onClose: () => void
}

/** Dialog in which a score is entered for an entrant, by the director or at a kiosk. */
export function EnterScore({ event, entrantId, onEntered, onClose }: EnterScoreProps) {
  const { _id: eventId, format } = event
  const enter = useScorekeeperMethod(eventsEnter)
  const announce = useAnnounce()
  const entrants = useEntrants(eventId)
  const rules = scoreRules(format)
  const machines = useEvent(eventId).machines.filter(({ active, machineId }) => active && rules?.machineIds([machineId]).length === 1)
  const holeOf = (machineId: string): Hole | null => rules?.hole(machineId) ?? null
  const requestId = useRequestId()
  const form = useForm<EnteredScore>({
    initial: {
      entrantId,
      machineId: machines[0]?.machineId ?? '',
      digits: '',
      ball: '',
      strokes: '',
      isSpent: false,
    },
    check: ({ entrantId: entrant, digits, strokes, isSpent, machineId }) => {
      const unchosen = entrant === '' ? { entrantId: m.events_enter_no_player() } : {}
      // Strokes may be all that is known of a hole.
      const isMissing = digits === '' && (holeOf(machineId) === null || strokes === '')
      if (isSpent) return unchosen
      const missing = isMissing ? m.events_enter_missing() : Number(digits) > Number.MAX_SAFE_INTEGER ? m.ui_score_too_high() : undefined
      return { ...unchosen, digits: unreadProblem(digits) ?? missing }
    },
    send: async ({ entrantId: entrant, machineId, digits, ball, strokes, isSpent }) => {
      const hole = holeOf(machineId)
      const inHole = hole === null || isSpent ? null : digits === '' ? strokes : Number(digits) >= hole.target ? ball || hole.balls : null
      const input = {
        eventId,
        entrantId: entrant,
        machineId,
        ...(isSpent || digits === '' ? {} : { value: Number(digits) }),
        ...(inHole === null ? {} : { strokes: Number(inHole) }),
      }
      await enter({ _id: requestId(input), ...input })
      announce(m.events_enter_done())
      onEntered?.()
      onClose()
    },
  })
  const { values } = form
  const hole = holeOf(values.machineId)
  const reached = hole !== null && values.digits !== '' && Number(values.digits) >= hole.target
  const hasStrokesOnly = hole !== null && values.digits === '' && !values.isSpent
  const entrant = entrants.find(({ _id }) => _id === values.entrantId)
  return (
    <Dialog
      open
      title={entrantId === '' || entrant === undefined ? m.events_enter_title() : m.events_enter_title_of({ name: entrant.displayName })}
      onClose={onClose}
    >
      <FormBody form={form} action={m.events_enter_action()} wide>
        {entrantId === '' && (
          <Select
            label={m.ui_player()}
            value={values.entrantId}
            choices={[
              { value: '', label: m.events_enter_choose_player() },
              ...entrants.map(({ _id, displayName }) => ({ value: _id, label: displayName })),
            ]}
            error={form.field('entrantId').error}
            onChange={chosen => form.set('entrantId', chosen)}
          />
        )}
        <Select
          label={m.ui_machine()}
          value={values.machineId}
          choices={machines.map(({ machineId, name }) => ({ value: machineId, label: name }))}
          onChange={machineId => form.set('machineId', machineId)}
        />
        {!values.isSpent && (
          <ScoreField
            label={m.ui_score()}
            digits={values.digits}
            onDigits={digits => form.set('digits', digits)}
            error={form.field('digits').error}
            hint={hole === null ? undefined : m.events_enter_target({ target: plainNumber(hole.target) })}
          />
        )}
        {reached && (
          <RadioList
            label={m.ui_ball_of_target()}
            value={values.ball || String(hole.balls)}
            choices={Array.from({ length: hole.balls }, (_, i) => ({ value: String(i + 1), label: m.events_enter_ball_n({ n: i + 1 }) }))}
            onChange={ball => form.set('ball', ball)}
          />
        )}
        {hasStrokesOnly && (
          <Select
            label={m.events_enter_strokes_only()}
            value={values.strokes}
            choices={[
              { value: '', label: m.events_enter_strokes_none() },
              ...Array.from({ length: hole.worst }, (_, i) => ({ value: String(i + 1), label: times(i + 1, m.events_count_strokes) })),
            ]}
            onChange={strokes => form.set('strokes', strokes)}
          />
        )}
        <Checkbox
          label={m.events_enter_spent()}
          hint={m.events_enter_spent_hint()}
          checked={values.isSpent}
          onChange={isSpent => form.set('isSpent', isSpent)}
        />
      </FormBody>
    </Dialog>
  )
}
