import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { v7 } from 'uuid'
import { type MachineDoc, machinesOne } from '#machines/contract/machines.ts'
import * as m from '#messages'
import { errorMessage, useConnection, useDocument, useSubscription } from '#platform/live/hooks.ts'
import type { PickState } from '#uploads/ui/PicturePicker.tsx'
import { type LoadedQueue, useQueue } from '../queue/lazy-queue.ts'
import type { QueueView } from '../queue/queue.ts'
import { type QueuedScore, type QueuedState, wasRefused } from '../queue/queued-score.ts'
import type { FormStage } from './form-stage.ts'
import { eventHole } from './select-event.ts'
import {
  isTouched,
  type PickedMachine,
  readSubmitFields,
  type SubmitFieldValues,
  type SubmitProblems,
  toPickedMachine,
  toSubmitFields,
  toTypedScore,
  validateSubmit,
} from './submit-fields.ts'
import { type ChosenEvent, useEventSelect } from './use-event-select.ts'
import { useSubmitDraft } from './use-submit-draft.ts'

export interface SubmitForm {
  fields: SubmitFieldValues
  /** id of the chosen machine, also while its other data is not loaded yet */
  machineId: string | null
  /** another number whenever the form has been emptied, for what is under way for the score that it showed before */
  formCount: number
  /** true if the user typed something that is not sent yet */
  touched: boolean
  stage: FormStage
  /** the event that the score goes to */
  choice: ChosenEvent
  problems: SubmitProblems
  error: string | null
  /** the id of the queued score that the form shows; null: a new score */
  itemId: string | null
  /** that score, while it is being edited */
  item: QueuedScore | null
  /** true if the player stopped the upload of its picture */
  stopped: boolean
  /** true if the form has been submitted and is sent as soon as its picture has been scaled down */
  isAwaitingPicture: boolean
  queue: LoadedQueue | null
  view: QueueView
  change(change: Partial<SubmitFieldValues>): void
  /** Tells the form what became of the picture that was picked last. */
  setPickState: (state: PickState) => void
  /** Takes over the values that the user typed into the server-rendered form before the script had loaded. */
  hydrateFromDom(element: HTMLFormElement): void
  /** Sends the score. If its picture is still being scaled down, it is sent when that is done, unless that fails or a field is changed before. */
  submit(): Promise<void>
  stop(): void
  /** Sends the score without its picture: what the form contains, or, if the form is no longer shown, what is kept on this device. */
  withoutPicture(): void
  /** Puts a queued score into the form for editing. */
  edit(item: QueuedScore): Promise<void>
  /** Stops editing the queued score and leaves it as it was. */
  cancelEdit(): void
  /** Takes the outcome of a score away and shows an empty form, as the address asks for it. Does nothing while the form is shown. */
  startOver(): void
  /** Empties the form for another score. @param machine the score's machine; left out: the same */
  reset(machine?: PickedMachine): void
}

type Done = Extract<FormStage, { name: 'done' }>

/**
 * The state of the score form. Scores are sent through the queue of this device, so that they survive closing the page.
 * @param startMachine the machine id in the address
 * @param startEvent the event id in the address
 * @param startItem the id in the address of a score that is kept on this device: its outcome is shown in place of an empty form
 */
export function useSubmit(startMachine: string | null, startEvent: string | null, startItem: string | null): SubmitForm {
  const { parts, view, fetch } = useQueue()
  const connection = useConnection().status.status
  const [typed, setTyped] = useState<Partial<SubmitFieldValues>>({})
  const [itemId, setItemId] = useState<string | null>(null)
  const [isWriting, setIsWriting] = useState(false)
  const [wasKept, setWasKept] = useState(false)
  const [stopped, setStopped] = useState(false)
  const [pickState, setPickState] = useState<PickState>('idle')
  const [isAwaitingPicture, setAwaitingPicture] = useState(false)
  const [done, setDone] = useState<Done | null>(null)
  const [formCount, setFormCount] = useState(0)
  const [problems, setProblems] = useState<SubmitProblems>({})
  const [error, setError] = useState<string | null>(null)
  const machineId = typed.machine === undefined ? startMachine : (typed.machine?.machineId ?? null)
  const machine = useDocument<MachineDoc>('machines', machineId)
  const machineLive = useSubscription(machinesOne, machineId === null ? null : { machineId })
  const isLoading = machineId !== null && machine === undefined && !(machineLive.state === 'failed' && machineLive.error.error === 404)
  const fields = { ...toSubmitFields(machine === undefined ? null : toPickedMachine(machine)), ...typed }
  const item = itemId === null ? null : (view.items.find(({ id }) => id === itemId) ?? null)
  const editedEvent = item !== null && (item.state === 'refused' || item.state === 'editing') ? (item.event ?? null) : null
  const accepted = view.items.flatMap(({ id, state }) => (state === 'accepted' ? [id] : [])).join(' ')
  const [lastAccepted, setLastAccepted] = useState(accepted)
  // A score that the form shows is removed from the queue as soon as it has been accepted.
  if (accepted !== '' && accepted !== lastAccepted) setLastAccepted(accepted)
  const choice = useEventSelect({ eventIdInUrl: startEvent, editedEvent, machineId, pickedEventId: fields.eventId, lastAccepted })
  const stage =
    done ??
    computeStage(item, {
      isWriting,
      wasKept,
      ready: view.ready,
      isPersisted: itemId === null || (parts?.queue.isPersisted(itemId) ?? true),
    })
  const isKept = stage.name === 'kept'

  useSubmitDraft({
    typed,
    machineId,
    startMachine,
    isNew: itemId === null && done === null && !isWriting,
    onRestore: earlier => setTyped(before => ({ ...earlier, ...before })),
  })
  // If it fails, `submit` fetches the queue again and says so.
  useEffect(() => void fetch().catch(() => {}), [fetch])
  useEffect(() => setWasKept(isKept), [isKept])
  const shownStart = useRef<string | null>(null)
  // Who was sent here by the address goes on with the score that waits, instead of typing it again.
  useEffect(() => {
    if (startItem === null || startItem === shownStart.current || itemId !== null || done !== null) return
    const found = view.items.find(({ id, userId }) => id === startItem && (userId === null || userId === parts?.queue.owner()))
    if (found === undefined || found.state === 'refused' || found.state === 'editing') return
    shownStart.current = startItem
    setItemId(startItem)
    setWasKept(true)
  }, [startItem, itemId, done, view.items, parts])
  useEffect(() => {
    if (item === null || item.state !== 'accepted') return
    const { machineId, machineName, value, answer, event = null, late = false } = item
    setDone({ name: 'done', answer: answer!, machine: { machineId, name: machineName }, value, event, late })
    void parts?.queue.remove(item.id)
  }, [item, parts])
  const isLost = itemId !== null && item === null && !isWriting && done === null
  const last = useRef<QueuedState | null>(null)
  useEffect(() => {
    if (!isLost) {
      last.current = item?.state ?? null
      return
    }
    setItemId(null)
    // Another tab has handled the score, so sending the fields again would create a second score: clear them. A score that was being edited
    // can still be sent.
    if (last.current !== 'refused' && last.current !== 'editing') setTyped({})
  }, [isLost, item])

  const clearErrors = (): void => {
    setProblems({})
    setError(null)
    setStopped(false)
  }
  const resetForm = (): void => {
    setFormCount(before => before + 1)
    setTyped({})
    setItemId(null)
    setWasKept(false)
    setDone(null)
    setAwaitingPicture(false)
    clearErrors()
  }
  /** @param isComplete false: if the fields are valid, waits for the picture instead of sending them */
  const send = async (values: SubmitFieldValues, isComplete = true): Promise<void> => {
    const hole = eventHole(choice.chosen, machineId)
    const validation = validateSubmit(values, { machineIds: choice.chosen?.machineIds, hole, isLoading })
    clearErrors()
    setAwaitingPicture(false)
    setProblems(validation)
    if (choice.isComing) return setError(m.scores_submit_no_event_yet())
    if (values.machine === null || Object.keys(validation).length > 0) return
    if (!isComplete) return setAwaitingPicture(true)
    const edited = item !== null && (item.state === 'refused' || item.state === 'editing') ? item : null
    const id = edited === null || wasRefused(edited) ? v7() : edited.id
    setIsWriting(true)
    try {
      const { queue } = await fetch()
      setItemId(id)
      const now = new Date()
      await queue.submit(
        id,
        toTypedScore(choice.chosen !== null && hole === null ? { ...values, ball: '' } : values, edited, now, choice.event),
        edited,
      )
      void queue.machines.remember({ ...values.machine, pickedAt: now })
      if (queue.isPersisted(id) || connection === 'connected' || connection === 'connecting') return
      await queue.remove(id)
      setItemId(null)
      setError(m.scores_submit_not_kept())
    } catch (problem) {
      setError(parts === null ? m.scores_submit_not_fetched() : errorMessage(problem))
    } finally {
      setIsWriting(false)
    }
  }
  const sendAsItIsNow = useEffectEvent(() => {
    if (stage.name === 'typing') void send(fields)
  })
  useEffect(() => {
    if (!isAwaitingPicture || pickState === 'preparing') return
    setAwaitingPicture(false)
    if (pickState === 'idle') sendAsItIsNow()
  }, [isAwaitingPicture, pickState])
  return {
    fields,
    machineId,
    formCount,
    touched: stage.name === 'typing' && isTouched(fields),
    stage,
    choice,
    problems,
    error,
    item: stage.name === 'typing' ? item : null,
    itemId,
    stopped,
    isAwaitingPicture,
    queue: parts,
    view,
    change(change) {
      setTyped(before => ({ ...before, ...change }))
      // Who goes on typing is not done: the score must not go out in the middle of a number.
      if (!('picture' in change)) setAwaitingPicture(false)
      clearErrors()
    },
    setPickState,
    hydrateFromDom(element) {
      setTyped(before => ({ ...before, ...readSubmitFields(element, fields.machineText) }))
    },
    submit: () => send(fields, pickState !== 'preparing'),
    stop() {
      setStopped(true)
      if (itemId !== null) parts?.queue.cancel(itemId)
    },
    withoutPicture() {
      clearErrors()
      setTyped(before => ({ ...before, picture: null }))
      if (stage.name === 'typing') void send({ ...fields, picture: null })
      else if (itemId !== null) void parts?.queue.withoutPicture(itemId)
    },
    async edit(target) {
      const editable = await parts?.queue.startEdit(target.id)
      if (!editable) return
      if (item !== null) await parts?.queue.cancelEdit(item.id)
      resetForm()
      setTyped(toSubmitFields({ machineId: editable.machineId, name: editable.machineName }, editable))
      setItemId(editable.id)
    },
    cancelEdit() {
      if (item !== null) void parts?.queue.cancelEdit(item.id)
      resetForm()
    },
    startOver() {
      if (stage.name === 'kept' || stage.name === 'done') resetForm()
    },
    reset(machine) {
      const { eventId, venue, ...last } = fields
      const { machine: next, machineText } = machine === undefined ? last : toSubmitFields(machine)
      resetForm()
      setTyped({ machine: next, machineText, eventId, venue })
    },
  }
}

function computeStage(
  item: QueuedScore | null,
  { isWriting, wasKept, ready, isPersisted }: { isWriting: boolean; wasKept: boolean; ready: boolean; isPersisted: boolean },
): FormStage {
  if (isWriting) return { name: 'sending' }
  if (item?.state === 'waiting' && (wasKept || !ready || item.reason !== undefined)) return { name: 'kept', item, isPersisted }
  if (item?.state === 'sending' && wasKept) return { name: 'kept', item, isPersisted }
  if (item?.state === 'waiting' || item?.state === 'sending' || item?.state === 'accepted') return { name: 'sending' }
  return { name: 'typing' }
}
