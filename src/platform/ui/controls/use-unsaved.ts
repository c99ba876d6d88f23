import { type FocusEvent, type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { blockReload } from '../block-reload.ts'
import { addLeaveGuard } from '../leave-guard.ts'

type FieldElement = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const isField = (target: EventTarget): target is FieldElement =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement

/** Fields whose value is a choice. Their value does not say whether it was chosen. */
const CHOICES = ['checkbox', 'radio', 'range', 'select-one']

export interface Unsaved {
  /** True if closing the dialog now loses something that was entered. */
  isUnsaved(): boolean
  /** for the dialog's element */
  handlers: { onFocusCapture(event: FocusEvent): void; onInput(event: FormEvent): void }
}

/**
 * Notices what is entered in the fields of a dialog and not sent. What a field that is gone contained was sent or given up. While something
 * is unsaved the page does not reload by itself, the browser asks before the page is closed, and going back asks instead of leaving the page.
 * @param isDirty whether something is entered, where the fields do not tell; undefined: they do
 * @param ask asks the user what is to become of it
 */
export function useUnsaved(dialog: RefObject<HTMLDialogElement | null>, isDirty: boolean | undefined, ask: () => void): Unsaved {
  /** what the fields that were entered contained at first */
  const before = useRef(new Map<FieldElement, string>())
  const changed = useRef(new Set<FieldElement>())
  const [isTouched, setIsTouched] = useState(false)
  const isUnsaved = (): boolean =>
    isDirty ??
    [...changed.current].some(field => field.isConnected && (CHOICES.includes(field.type) || field.value !== before.current.get(field)))
  const current = useRef({ isUnsaved, ask })
  useEffect(() => {
    current.current = { isUnsaved, ask }
  })
  const guards = isDirty ?? isTouched
  useEffect(() => (guards ? guardPage(current) : undefined), [guards])
  /** The fields of a dialog inside of this one are its own. */
  const ownField = (target: EventTarget): FieldElement | null =>
    isField(target) && target.type !== 'file' && target.closest('dialog') === dialog.current ? target : null
  return {
    isUnsaved,
    handlers: {
      onFocusCapture({ target }) {
        const field = ownField(target)
        if (field !== null && !before.current.has(field)) before.current.set(field, field.value)
      },
      onInput({ target }) {
        const field = ownField(target)
        if (field === null) return
        changed.current.add(field)
        setIsTouched(true)
      },
    },
  }
}

function guardPage(current: RefObject<{ isUnsaved(): boolean; ask(): void }>): () => void {
  const release = blockReload()
  const removeGuard = addLeaveGuard(() => {
    const asks = current.current.isUnsaved()
    if (asks) current.current.ask()
    return asks
  })
  const onLeave = (event: Event): void => {
    if (current.current.isUnsaved()) event.preventDefault()
  }
  window.addEventListener('beforeunload', onLeave)
  return () => {
    release()
    removeGuard()
    window.removeEventListener('beforeunload', onLeave)
  }
}
