import { useRef, useState } from 'react'
import { v7 } from 'uuid'
import { useCall } from '../../../platform/live/hooks.ts'
import { type SubmitAnswer, scoresSubmit } from '../contract.ts'
import { MAX_VALUE } from '../rules.ts'

export interface SubmitForm {
  machineId: string | null
  digits: string
  comment: string
  busy: boolean
  problems: { machine?: string; value?: string }
  error: unknown
  answer: (SubmitAnswer & { value: number }) | null
  pick(machineId: string | null): void
  type(digits: string): void
  say(comment: string): void
  submit(): Promise<void>
  again(): void
}

/** The score form. A score keeps its id until it was answered or changed, so that trying again cannot record it twice. */
export function useSubmit(startMachine: string | null): SubmitForm {
  const call = useCall(scoresSubmit)
  const [machineId, setMachineId] = useState(startMachine)
  const [digits, setDigits] = useState('')
  const [comment, setComment] = useState('')
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<SubmitForm['problems']>({})
  const [error, setError] = useState<unknown>(null)
  const [answer, setAnswer] = useState<SubmitForm['answer']>(null)
  const draft = useRef<{ id: string; achievedAt: Date } | null>(null)

  const changed = (): void => {
    draft.current = null
    setProblems({})
    setError(null)
  }
  return {
    machineId,
    digits,
    comment,
    busy,
    problems,
    error,
    answer,
    pick(next) {
      setMachineId(next)
      changed()
    },
    type(next) {
      setDigits(next)
      changed()
    },
    say(next) {
      setComment(next)
      changed()
    },
    async submit() {
      const value = Number(digits)
      const found: SubmitForm['problems'] = {
        ...(machineId === null ? { machine: 'Pick the machine from the list.' } : {}),
        ...(value < 1 ? { value: 'Type the score.' } : value > MAX_VALUE ? { value: 'That is more than any machine can show.' } : {}),
      }
      setProblems(found)
      if (machineId === null || Object.keys(found).length > 0) return
      draft.current ??= { id: v7(), achievedAt: new Date() }
      const { id, achievedAt } = draft.current
      setBusy(true)
      setError(null)
      try {
        const answered = await call({ _id: id, machineId, value, achievedAt, ...(comment.trim() === '' ? {} : { comment }) })
        draft.current = null
        setAnswer({ ...answered, value })
      } catch (problem) {
        setError(problem)
      } finally {
        setBusy(false)
      }
    },
    again() {
      setAnswer(null)
      setDigits('')
      setComment('')
      changed()
    },
  }
}
