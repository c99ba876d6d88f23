import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { Button, type ButtonKind } from '../../../../platform/ui/Button.tsx'
import { FormError } from '../../../../platform/ui/FormError.tsx'
import styles from './FormBody.module.css'
import { useSession } from './use-account.ts'
import type { Form } from './use-form.ts'

export type FormBodyProps<V> = {
  form: Form<V>
  /** what its button says */
  action: string
  kind?: ButtonKind
  /** as wide as its column */
  wide?: boolean
  /** in place of sending it at once */
  onSubmit?: () => void
  /** beside the button */
  more?: ReactNode
  children: ReactNode
}

/** Fields, what stopped them, and the button, which waits for the script; the first wrong field gets the focus. */
export function FormBody<V>({ form, action, kind = 'primary', wide = false, onSubmit, more, children }: FormBodyProps<V>) {
  const element = useRef<HTMLFormElement>(null)
  const { refusals } = form
  const { known } = useSession()
  // Once, before anything renders again and puts back what stood there.
  const adopt = useRef(form.adopt)
  useLayoutEffect(() => adopt.current(element.current!), [])
  useEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])
  return (
    <form
      ref={element}
      className={styles.form}
      // Before the script has come nothing is sent, and nothing lost: outside of a dialog this does nothing.
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
      <div className={styles.actions}>
        <Button kind={kind} type="submit" wide={wide} busy={form.busy || !known}>
          {action}
        </Button>
        {more}
      </div>
    </form>
  )
}
