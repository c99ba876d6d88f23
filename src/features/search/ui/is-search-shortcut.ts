export type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'defaultPrevented'>

/** Whether a key asks for the search: `/`, Ctrl+K or ⌘K. While somebody types it is only ⌘K, for the others mean something there. */
export function asksForSearch({ key, ctrlKey, metaKey, altKey, isComposing, defaultPrevented }: Press, typing: boolean): boolean {
  if (defaultPrevented || isComposing || altKey) return false
  if (key === '/') return !ctrlKey && !metaKey && !typing
  return key.toLowerCase() === 'k' && (metaKey ? !ctrlKey : ctrlKey && !typing)
}

const NO_TEXT = ['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']

/** Whether keys pressed here are text. */
export const takesText = (element: Element | null): boolean =>
  element instanceof HTMLInputElement
    ? !NO_TEXT.includes(element.type)
    : element instanceof HTMLElement && (element.isContentEditable || /^(textarea|select)$/i.test(element.tagName))
