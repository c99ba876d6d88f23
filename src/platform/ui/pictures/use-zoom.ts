import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { FIT, panBy, type Room, settle, type ZoomView, zoomAt } from './zoom.ts'

const STEP = 1.5
const TAP_MS = 300
const TAP_PX = 30
const MIDDLE = { x: 0, y: 0 }

type Point = { x: number; y: number }

export interface Zoom {
  view: ZoomView
  /** True while a pointer is down; the picture then follows it without a transition. */
  held: boolean
  zoomIn(): void
  zoomOut(): void
  fit(): void
  /** Zooms to a scale, about the middle. */
  to(scale: number): void
  /** Handles +, −, 0 and the arrow keys. @returns whether the key was handled */
  onKey(event: KeyboardEvent): boolean
  /** Event handlers for the element that shows the picture. */
  hands: {
    onPointerDown(event: PointerEvent): void
    onPointerMove(event: PointerEvent): void
    onPointerUp(event: PointerEvent): void
    onPointerCancel(event: PointerEvent): void
  }
  /** True if the press that just ended moved or zoomed the picture. */
  moved(): boolean
}

/**
 * Zooming and panning a picture by touch, mouse, wheel and keys.
 * @param room null until the sizes are known
 * @param stage the element that receives the pointer events; its middle is the middle of the window
 */
export function useZoom(room: Room | null, stage: RefObject<HTMLElement | null>): Zoom {
  const [view, setView] = useState(FIT)
  const [held, setHeld] = useState(false)
  const fingers = useRef(new Map<number, Point>())
  const press = useRef({ moved: false, tapAt: 0, tap: MIDDLE })
  const latest = useRef(room)
  latest.current = room
  const shown = room === null ? FIT : settle(view, room)

  const change = (next: (view: ZoomView, room: Room) => ZoomView): void => {
    const now = latest.current
    if (now !== null) setView(before => next(settle(before, now), now))
  }
  const fromMiddle = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left, top, width, height } = stage.current!.getBoundingClientRect()
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
  }
  const zoom = (factor: number, at: Point = MIDDLE): void => change((before, now) => zoomAt(before, factor, at, now))
  const pan = (x: number, y: number): void => change((before, now) => panBy(before, x, y, now))
  const fit = (): void => setView(FIT)

  // React's wheel listeners are passive, so they cannot prevent the page from scrolling.
  const wheel = useRef<(event: WheelEvent) => void>(() => {})
  wheel.current = event => {
    event.preventDefault()
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
    zoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.002)), fromMiddle(event))
  }
  useEffect(() => {
    const element = stage.current
    const listen = (event: WheelEvent): void => wheel.current(event)
    element?.addEventListener('wheel', listen, { passive: false })
    return () => element?.removeEventListener('wheel', listen)
  }, [stage])

  const lift = (event: PointerEvent): void => {
    fingers.current.delete(event.pointerId)
    if (fingers.current.size === 0) setHeld(false)
  }
  return {
    view: shown,
    held,
    fit,
    zoomIn: () => zoom(STEP),
    zoomOut: () => zoom(1 / STEP),
    to: scale => zoom(scale / shown.scale),
    moved: () => press.current.moved,
    onKey(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return false
      const far = Math.min(latest.current?.window.width ?? 0, latest.current?.window.height ?? 0) / 8
      const acts: Record<string, () => void> = {
        '+': () => zoom(STEP),
        '=': () => zoom(STEP),
        '-': () => zoom(1 / STEP),
        '0': fit,
        ArrowLeft: () => pan(far, 0),
        ArrowRight: () => pan(-far, 0),
        ArrowUp: () => pan(0, far),
        ArrowDown: () => pan(0, -far),
      }
      const act = acts[event.key]
      act?.()
      return act !== undefined
    },
    hands: {
      onPointerDown(event) {
        if (event.button !== 0 || fingers.current.size === 2) return
        event.currentTarget.setPointerCapture(event.pointerId)
        if (fingers.current.size === 0) press.current.moved = false
        fingers.current.set(event.pointerId, fromMiddle(event))
        setHeld(true)
      },
      onPointerMove(event) {
        const before = fingers.current.get(event.pointerId)
        if (before === undefined) return
        const after = fromMiddle(event)
        const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1]
        // A movement of less than 4 px still counts as a tap.
        if (!press.current.moved && other === undefined && Math.hypot(after.x - before.x, after.y - before.y) < 4) return
        press.current.moved = true
        fingers.current.set(event.pointerId, after)
        if (other === undefined) return pan(after.x - before.x, after.y - before.y)
        const apart = (a: Point): number => Math.max(1, Math.hypot(a.x - other.x, a.y - other.y))
        const middle = (a: Point): Point => ({ x: (a.x + other.x) / 2, y: (a.y + other.y) / 2 })
        const [from, to] = [middle(before), middle(after)]
        change((view, now) => panBy(zoomAt(view, apart(after) / apart(before), from, now), to.x - from.x, to.y - from.y, now))
      },
      onPointerUp(event) {
        const at = fromMiddle(event)
        const alone = fingers.current.size === 1 && fingers.current.has(event.pointerId)
        lift(event)
        if (!alone || press.current.moved) return
        const { tapAt, tap } = press.current
        const second = event.timeStamp - tapAt < TAP_MS && Math.hypot(at.x - tap.x, at.y - tap.y) < TAP_PX
        press.current = { moved: second, tapAt: second ? 0 : event.timeStamp, tap: at }
        if (second) change((view, now) => (view.scale > 1.05 ? FIT : zoomAt(view, Math.min(2.5, now.most), at, now)))
      },
      onPointerCancel: lift,
    },
  }
}
