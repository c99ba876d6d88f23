import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import layout from '#platform/ui/styles/layout.module.css'
import { Button, type ButtonKind } from '../controls/Button.tsx'
import { useHydrated } from '../use-hydrated.ts'
import { FormError } from './FormError.tsx'
import type { Form } from './use-form.ts'

export type FormBodyProps<V> = {
  form: Form<V>
  /** label of the submit button */
  action: string
  kind?: ButtonKind
  /** makes the button as wide as its column */
  wide?: boolean
  /** called on submit, in place of sending the form at once */
  onSubmit?: () => void
  /** shown beside the button */
  secondaryAction?: ReactNode
  children: ReactNode
}

/**
 * Fields, error message and submit button of a form. The button is busy until the script is ready; the first invalid field gets the focus.
 */
export function FormBody<V>({ form, action, kind = 'primary', wide = false, onSubmit, secondaryAction, children }: FormBodyProps<V>) {
  const element = useRef<HTMLFormElement>(null)
  const { invalidSubmits: refusals } = form
  const hydrated = useHydrated()
  // Runs once, before another render resets the fields to their initial values.
  const hydrate = useRef(form.hydrateFromDom)
  useLayoutEffect(() => hydrate.current(element.current!), [])
  useEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])
  return (
    <form
      ref={element}
      className={layout.stack4}
      // Before the script has loaded, a submit sends and loses nothing: outside of a dialog this method does nothing.
      method="dialog"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (onSubmit === undefined) void form.submit()
        else onSubmit()
      }}
    >
      {children}
      <FormError message={form.error} />
      <div className={layout.row3}>
        <Button kind={kind} type="submit" wide={wide} busy={form.busy || !hydrated}>
          {action}
        </Button>
        {secondaryAction}
      </div>
    </form>
  )
}
