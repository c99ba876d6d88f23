export type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'defaultPrevented'>

/** True if a key opens the search: `/`, Ctrl+K or ⌘K. While the user is typing it is only ⌘K, because the others have a meaning there. */
export function asksForSearch({ key, ctrlKey, metaKey, altKey, isComposing, defaultPrevented }: Press, typing: boolean): boolean {
  if (defaultPrevented || isComposing || altKey) return false
  if (key === '/') return !ctrlKey && !metaKey && !typing
  return key.toLowerCase() === 'k' && (metaKey ? !ctrlKey : ctrlKey && !typing)
}

const NO_TEXT = ['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']

/** True if keys pressed in this element enter text. */
export const takesText = (element: Element | null): boolean =>
  element instanceof HTMLInputElement
    ? !NO_TEXT.includes(element.type)
    : element instanceof HTMLElement && (element.isContentEditable || /^(textarea|select)$/i.test(element.tagName))
