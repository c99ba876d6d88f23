import { type ChangeEvent, useState } from 'react'
import { errorMessage } from '#platform/live/hooks.ts'

type Values = { [field: string]: string | boolean }

/** Error messages by field. */
export type FormProblems<V> = { [Field in keyof V]?: string | undefined }

export interface FormOptions<V> {
  /** values of the fields that the user has not changed */
  initial: V
  check?: (values: V) => FormProblems<V>
  /** rejects with the error to be shown */
  send: (values: V) => Promise<void>
  /** Returns the messages by field if an error concerns certain fields, else null. */
  place?: (error: unknown) => FormProblems<V> | null
  /** Returns the message of an error that concerns the form as a whole. */
  describe?: (error: unknown) => string
}

export interface Form<V> {
  values: V
  busy: boolean
  /** true if the user has changed a field since the last `reset` */
  isDirty: boolean
  /** the error message of the form as a whole */
  error: string | null
  /** how often the form was found invalid: each time the first invalid field gets the focus */
  invalidSubmits: number
  /** props for a TextField, PasswordField or TextArea */
  field(name: keyof V & string): {
    name: string
    value: string
    error: string | undefined
    onChange(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>): void
  }
  set<Field extends keyof V>(name: Field, value: V[Field]): void
  /** Takes over what the user typed into the server-rendered form before the script had loaded. */
  hydrateFromDom(element: HTMLFormElement): void
  /** @returns true if the form was valid and the server accepted it */
  submit(): Promise<boolean>
  /** Restores the initial values. */
  reset(): void
}

/** The fields of a form, their error messages, and sending the form. */
export function useForm<V extends Values>({
  initial,
  check = () => ({}),
  send,
  place = () => null,
  describe = errorMessage,
}: FormOptions<V>): Form<V> {
  const [changedValues, setChangedValues] = useState<Partial<V>>({})
  const [problems, setProblems] = useState<FormProblems<V>>({})
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [invalidSubmits, setInvalidSubmits] = useState(0)
  const values = { ...initial, ...changedValues }

  const set = <Field extends keyof V>(name: Field, value: V[Field]): void => {
    setChangedValues(before => ({ ...before, [name]: value }))
    setProblems(before => ({ ...before, [name]: undefined }))
  }
  const showProblems = (foundProblems: FormProblems<V>): void => {
    setProblems(foundProblems)
    setInvalidSubmits(before => before + 1)
  }
  return {
    values,
    busy,
    isDirty: Object.keys(changedValues).length > 0,
    error,
    invalidSubmits,
    set,
    field: name => ({
      name,
      value: String(values[name]),
      error: problems[name],
      onChange: ({ target }) => set(name, target.value as V[typeof name]),
    }),
    hydrateFromDom(element) {
      for (const [name, value] of Object.entries(values)) {
        const field = element.elements.namedItem(name)
        if (typeof value === 'string' && field instanceof HTMLInputElement && field.value !== value) set(name, field.value as V[string])
      }
    },
    async submit() {
      if (busy) return false
      const foundProblems = check(values)
      setProblems({})
      setError(null)
      if (Object.values(foundProblems).some(Boolean)) {
        showProblems(foundProblems)
        return false
      }
      setBusy(true)
      try {
        await send(values)
        return true
      } catch (problem) {
        const placedProblems = place(problem)
        if (placedProblems !== null) showProblems(placedProblems)
        else setError(describe(problem))
        return false
      } finally {
        setBusy(false)
      }
    },
    reset() {
      setChangedValues({})
      setProblems({})
      setError(null)
    },
  }
}
