export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'defaultPrevented'>

/** True if a key opens the search: `/`, Ctrl+K or ⌘K. While the user is typing it is only ⌘K, because the others have a meaning there. */
export function isSearchShortcut({ key, ctrlKey, metaKey, altKey, isComposing, defaultPrevented }: KeyPress, typing: boolean): boolean {
  if (defaultPrevented || isComposing || altKey) return false
  if (key === '/') return !ctrlKey && !metaKey && !typing
  return key.toLowerCase() === 'k' && (metaKey ? !ctrlKey : ctrlKey && !typing)
}

const NON_TEXT_TYPES = ['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']

/** True if keys pressed in this element enter text. */
export const isTextInput = (element: Element | null): boolean =>
  element instanceof HTMLInputElement
    ? !NON_TEXT_TYPES.includes(element.type)
    : element instanceof HTMLElement && (element.isContentEditable || /^(textarea|select)$/i.test(element.tagName))
