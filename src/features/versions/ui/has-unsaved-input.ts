type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const toControl = (target: EventTarget | null): Control | null =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement ? target : null

const readValue = (control: Control): string | boolean =>
  control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type) ? control.checked : control.value

/** Found in a form while it is being sent, and after sending it failed: then its values are still unsaved. */
const FAILED_SUBMIT = 'button[aria-disabled="true"], [role="alert"]:not(:empty), [aria-invalid="true"]'

/**
 * Tracks what the user enters and selects, in all forms. A control is unsaved when its value differs from the one it had when it got the
 * focus, until its form has been sent or the control is removed. Default values cannot be compared: React keeps them the same as the
 * values.
 * @returns a function that tells whether anything is unsaved
 */
export function trackUnsavedInput(document: Document): () => boolean {
  const valuesOnFocus = new WeakMap<Control, string | boolean>()
  const changed = new Map<Control, string | boolean | undefined>()
  const sent = new WeakSet<HTMLFormElement>()

  document.addEventListener(
    'focusin',
    ({ target }) => {
      const control = toControl(target)
      if (control !== null) valuesOnFocus.set(control, readValue(control))
    },
    true,
  )
  const onChange = ({ target }: Event): void => {
    const control = toControl(target)
    // A file outside of a form is uploaded at once, or waits in a dialog.
    if (control === null || (control.type === 'file' && control.form === null)) return
    const { form } = control
    if (form !== null && sent.delete(form) && form.querySelector(FAILED_SUBMIT) === null)
      for (const each of changed.keys()) if (each.form === form) changed.delete(each)
    // A file input is emptied as soon as the form has taken the file, so it counts as changed whatever its value.
    if (!changed.has(control)) changed.set(control, control.type === 'file' ? undefined : valuesOnFocus.get(control))
  }
  document.addEventListener('input', onChange, true)
  document.addEventListener('change', onChange, true)
  document.addEventListener('submit', ({ target }) => void sent.add(target as HTMLFormElement), true)

  const isUnsaved = (control: Control, initial: string | boolean | undefined): boolean =>
    control.form !== null && sent.has(control.form) ? control.form.querySelector(FAILED_SUBMIT) !== null : readValue(control) !== initial
  return () => {
    for (const control of changed.keys()) if (!control.isConnected) changed.delete(control)
    return document.querySelector('dialog[open]') !== null || [...changed].some(([control, initial]) => isUnsaved(control, initial))
  }
}
