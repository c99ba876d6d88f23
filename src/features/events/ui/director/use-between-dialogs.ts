import { useLayoutEffect, useState } from 'react'

/**
 * Returns a value that stays as it is while a dialog is open. For what decides in which order parts of the page stand: a part that is moved
 * would take its open dialog out of the page.
 */
export function useBetweenDialogs<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useLayoutEffect(() => {
    if (Object.is(settled, value)) return
    const settle = (): void => {
      if (document.querySelector('dialog[open]') === null) setSettled(value)
    }
    settle()
    const observer = new MutationObserver(settle)
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] })
    return () => observer.disconnect()
  }, [settled, value])
  return settled
}
