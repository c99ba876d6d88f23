import { useEffect, useRef, useState } from 'react'
import { v7 } from 'uuid'
import * as m from '#messages'
import { errorMessage, useConnection, useDocument } from '../../../../platform/live/hooks.ts'
import type { MachineDoc } from '../../../machines/contract.ts'
import { type QueueParts, useQueue } from '../queue/lazy-queue.ts'
import type { QueueView } from '../queue/queue.ts'
import { type QueuedScore, type QueuedState, wasRefused } from '../queue/queued-score.ts'
import type { FormStage } from './form-stage.ts'
import { eventHole } from './select-event.ts'
import {
  isTouched,
  pickedMachine,
  readSubmitFields,
  type SubmitFieldValues,
  type SubmitProblems,
  toSubmitFields,
  toTypedScore,
  validateSubmit,
} from './submit-fields.ts'
import { type ChosenEvent, useEventChoice } from './use-event-select.ts'

export interface SubmitForm {
  fields: SubmitFieldValues
  /** id of the chosen machine, also while its other data is not loaded yet */
  machineId: string | null
  /** true if the user typed something that is not sent yet */
  touched: boolean
  stage: FormStage
  /** the event that the score goes to */
  choice: ChosenEvent
  problems: SubmitProblems
  error: string | null
  /** the id of the queued score that the form shows; null: a new score */
  about: string | null
  /** that score, while it is being edited */
  item: QueuedScore | null
  /** true if the player stopped the upload of its picture */
  stopped: boolean
  queue: QueueParts | null
  view: QueueView
  change(change: Partial<SubmitFieldValues>): void
  /** Takes over the values that the user typed into the server-rendered form before the script had loaded. */
  adopt(element: HTMLFormElement): void
  submit(): Promise<void>
  stop(): void
  withoutPicture(): void
  /** Puts a queued score into the form for editing. */
  mend(item: QueuedScore): Promise<void>
  /** Stops editing the queued score and leaves it as it was. */
  leave(): void
  again(): void
}

type Done = Extract<FormStage, { name: 'done' }>

/**
 * The state of the score form. Scores are sent through the queue of this device, so that they survive closing the page.
 * @param startMachine the machine id in the address
 * @param startEvent the event id in the address
 */
export function useSubmit(startMachine: string | null, startEvent: string | null): SubmitForm {
  const { parts, view, fetch } = useQueue()
  const connection = useConnection().status.status
  const [typed, setTyped] = useState<Partial<SubmitFieldValues>>({})
  const [about, setAbout] = useState<string | null>(null)
  const [writing, setWriting] = useState(false)
  const [kept, setKept] = useState(false)
  const [stopped, setStopped] = useState(false)
  const [done, setDone] = useState<Done | null>(null)
  const [problems, setProblems] = useState<SubmitProblems>({})
  const [error, setError] = useState<string | null>(null)
  const machineId = typed.machine === undefined ? startMachine : (typed.machine?.machineId ?? null)
  const machine = useDocument<MachineDoc>('machines', machineId)
  const fields = { ...toSubmitFields(machine === undefined ? null : pickedMachine(machine)), ...typed }
  const item = about === null ? null : (view.items.find(({ id }) => id === about) ?? null)
  const mendedEvent = item !== null && (item.state === 'refused' || item.state === 'mending') ? (item.event ?? null) : null
  const choice = useEventChoice({ addressed: startEvent, kept: mendedEvent, machineId, typed: fields.eventId })
  const stage = done ?? stageOf(item, { writing, kept, ready: view.ready, lasts: about === null || (parts?.queue.lasts(about) ?? true) })
  const isKept = stage.name === 'kept'

  useEffect(() => setKept(isKept), [isKept])
  useEffect(() => {
    if (item === null || item.state !== 'accepted') return
    const { machineId, machineName, value, answer, event = null, late = false } = item
    setDone({ name: 'done', answer: answer!, machine: { machineId, name: machineName }, value, event, late })
    void parts?.queue.remove(item.id)
  }, [item, parts])
  const lost = about !== null && item === null && !writing && done === null
  const last = useRef<QueuedState | null>(null)
  useEffect(() => {
    if (!lost) {
      last.current = item?.state ?? null
      return
    }
    setAbout(null)
    // Another tab has handled the score, so sending the fields again would create a second score: clear them. A score that was being edited
    // can still be sent.
    if (last.current !== 'refused' && last.current !== 'mending') setTyped({})
  }, [lost, item])

  const clean = (): void => {
    setProblems({})
    setError(null)
    setStopped(false)
  }
  const empty = (): void => {
    setTyped({})
    setAbout(null)
    setKept(false)
    setDone(null)
    clean()
  }
  return {
    fields,
    machineId,
    touched: stage.name === 'typing' && isTouched(fields),
    stage,
    choice,
    problems,
    error,
    item: stage.name === 'typing' ? item : null,
    about,
    stopped,
    queue: parts,
    view,
    change(change) {
      setTyped(before => ({ ...before, ...change }))
      clean()
    },
    adopt(element) {
      setTyped(before => ({ ...before, ...readSubmitFields(element, fields.machineText) }))
    },
    async submit() {
      const hole = eventHole(choice.chosen, machineId)
      const found = validateSubmit(fields, { machineIds: choice.chosen?.machineIds, hole })
      clean()
      setProblems(found)
      if (choice.isComing) return setError(m.scores_submit_no_event_yet())
      if (fields.machine === null || Object.keys(found).length > 0) return
      const mended = item !== null && (item.state === 'refused' || item.state === 'mending') ? item : null
      const id = mended === null || wasRefused(mended) ? v7() : mended.id
      setWriting(true)
      try {
        const { queue } = await fetch()
        setAbout(id)
        const now = new Date()
        await queue.submit(
          id,
          toTypedScore(choice.chosen !== null && hole === null ? { ...fields, ball: '' } : fields, mended, now, choice.event),
          mended,
        )
        void queue.machines.remember({ ...fields.machine, pickedAt: now })
        if (queue.lasts(id) || connection === 'connected' || connection === 'connecting') return
        await queue.remove(id)
        setAbout(null)
        setError(m.scores_submit_not_kept())
      } catch (problem) {
        setError(parts === null ? m.scores_submit_not_fetched() : errorMessage(problem))
      } finally {
        setWriting(false)
      }
    },
    stop() {
      setStopped(true)
      if (about !== null) parts?.queue.cancel(about)
    },
    withoutPicture() {
      clean()
      setTyped(before => ({ ...before, picture: null }))
      if (about !== null) void parts?.queue.withoutPicture(about)
    },
    async mend(wanted) {
      const taken = await parts?.queue.mend(wanted.id)
      if (!taken) return
      if (item !== null) await parts?.queue.putBack(item.id)
      empty()
      setTyped(toSubmitFields({ machineId: taken.machineId, name: taken.machineName }, taken))
      setAbout(taken.id)
    },
    leave() {
      if (item !== null) void parts?.queue.putBack(item.id)
      empty()
    },
    again() {
      const { machine, machineText, eventId } = fields
      empty()
      setTyped({ machine, machineText, eventId })
    },
  }
}

function stageOf(
  item: QueuedScore | null,
  { writing, kept, ready, lasts }: { writing: boolean; kept: boolean; ready: boolean; lasts: boolean },
): FormStage {
  if (writing) return { name: 'sending' }
  if (item?.state === 'waiting' && (kept || !ready || item.reason !== undefined)) return { name: 'kept', item, lasts }
  if (item?.state === 'sending' && kept) return { name: 'kept', item, lasts }
  if (item?.state === 'waiting' || item?.state === 'sending' || item?.state === 'accepted') return { name: 'sending' }
  return { name: 'typing' }
}
