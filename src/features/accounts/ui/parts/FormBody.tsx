import { type ReactNode, useEffect, useRef } from 'react'
import { Button, type ButtonKind } from '../../../../platform/ui/Button.tsx'
import { FormError } from '../../../../platform/ui/FormError.tsx'
import styles from './FormBody.module.css'
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

/** Fields, what stopped them, and the button; the first wrong field gets the focus. */
export function FormBody<V>({ form, action, kind = 'primary', wide = false, onSubmit, more, children }: FormBodyProps<V>) {
  const element = useRef<HTMLFormElement>(null)
  const { refusals } = form
  useEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])
  return (
    <form
      ref={element}
      className={styles.form}
      // Sent before the script has come it must not stand in the address.
      method="post"
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
        <Button kind={kind} type="submit" wide={wide} busy={form.busy}>
          {action}
        </Button>
        {more}
      </div>
    </form>
  )
}
