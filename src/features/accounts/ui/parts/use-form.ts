import { type ChangeEvent, useState } from 'react'
import { DdpError } from '../../../../ddp/wire/error.ts'
import { errorMessage } from '../../../../platform/live/hooks.ts'

type Values = { [field: string]: string | boolean }

/** What is wrong with which field. */
export type FormProblems<V> = { [Field in keyof V]?: string | undefined }

export interface FormOptions<V> {
  /** what stands in the fields that nobody has touched */
  initial: V
  check?: (values: V) => FormProblems<V>
  /** rejects with what the reader shall be told */
  send: (values: V) => Promise<void>
  /** the field that an error is about */
  place?: (error: unknown) => FormProblems<V> | null
}

export interface Form<V> {
  values: V
  busy: boolean
  /** somebody has typed something that is not sent yet */
  touched: boolean
  /** what stopped the form as a whole */
  error: string | null
  /** how often it was found wrong: each time the first wrong field gets the focus */
  refusals: number
  /** for a TextField, PasswordField or TextArea */
  field(name: keyof V & string): {
    name: string
    value: string
    error: string | undefined
    onChange(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>): void
  }
  set<Field extends keyof V>(name: Field, value: V[Field]): void
  /** Takes over what was typed into a rendered form before the script had come. */
  adopt(element: HTMLFormElement): void
  /** @returns whether it was sent and taken */
  submit(): Promise<boolean>
  /** Everything as it was before it was touched. */
  reset(): void
}

/** A form's fields, what is wrong with them, and its way to the server. */
export function useForm<V extends Values>({ initial, check = () => ({}), send, place = () => null }: FormOptions<V>): Form<V> {
  const [draft, setDraft] = useState<Partial<V>>({})
  const [problems, setProblems] = useState<FormProblems<V>>({})
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const values = { ...initial, ...draft }

  const set = <Field extends keyof V>(name: Field, value: V[Field]): void => {
    setDraft(before => ({ ...before, [name]: value }))
    setProblems(before => ({ ...before, [name]: undefined }))
  }
  const refuse = (found: FormProblems<V>): void => {
    setProblems(found)
    setRefusals(before => before + 1)
  }
  return {
    values,
    busy,
    touched: Object.keys(draft).length > 0,
    error,
    refusals,
    set,
    field: name => ({
      name,
      value: String(values[name]),
      error: problems[name],
      onChange: ({ target }) => set(name, target.value as V[typeof name]),
    }),
    adopt(element) {
      for (const [name, value] of Object.entries(values)) {
        const field = element.elements.namedItem(name)
        if (typeof value === 'string' && field instanceof HTMLInputElement && field.value !== value) set(name, field.value as V[string])
      }
    },
    async submit() {
      if (busy) return false
      const found = check(values)
      setProblems({})
      setError(null)
      if (Object.values(found).some(Boolean)) {
        refuse(found)
        return false
      }
      setBusy(true)
      try {
        await send(values)
        return true
      } catch (problem) {
        const placed = place(problem)
        if (placed !== null) refuse(placed)
        else setError(sentence(problem))
        return false
      } finally {
        setBusy(false)
      }
    },
    reset() {
      setDraft({})
      setProblems({})
      setError(null)
    },
  }
}

/** `User validation failed` tells in its details what is wrong. */
function sentence(error: unknown): string {
  return error instanceof DdpError && error.reason === 'User validation failed' && typeof error.details === 'string'
    ? error.details
    : errorMessage(error)
}
