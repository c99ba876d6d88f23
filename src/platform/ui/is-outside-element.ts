/** True if a pointer event is outside the box of an element. Positions are compared, because a captured pointer hides what lies under it. */
export function isOutsideElement(element: Element, { clientX, clientY }: { clientX: number; clientY: number }): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}
