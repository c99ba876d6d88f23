/** Distance that is kept from the edge of the window, the gap between field and list included, in px. */
const MARGIN = 8

/** The height that is left to a list where there is no room at all, in px. */
const LEAST = 120

/**
 * Places the list of a field in the part of the window that is not covered by a phone's keyboard: below the field, or above it (`data-above`
 * on the popup) if it does not fit below and there is more room above. Where neither has room for the whole list, it is made less high.
 */
export function positionListbox(field: Element, popup: HTMLElement, list: HTMLElement): void {
  const { scrollTop } = list
  list.style.maxBlockSize = ''
  const { height: wanted } = popup.getBoundingClientRect()
  const { top, bottom } = field.getBoundingClientRect()
  const { offsetTop, height } = window.visualViewport ?? { offsetTop: 0, height: window.innerHeight }
  const above = top - offsetTop - MARGIN
  const below = offsetTop + height - bottom - MARGIN
  const turned = wanted > below && above > below
  popup.toggleAttribute('data-above', turned)
  const room = turned ? above : below
  if (wanted > room) list.style.maxBlockSize = `${Math.max(LEAST, room)}px`
  list.scrollTop = scrollTop
}
