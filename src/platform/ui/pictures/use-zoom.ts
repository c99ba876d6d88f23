import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { clampView, FIT, panBy, type ZoomRoom, type ZoomView, zoomAt } from './zoom.ts'

const STEP = 1.5
const TAP_MS = 300
const TAP_PX = 30
/** A press that moves less than this (px) is a tap. A finger moves while it taps, a mouse hardly. */
const STILL_PX = { touch: 10, other: 4 }
/** How far a finger must pull a picture down to close it, in px. */
const PULL_PX = 100
const MIDDLE = { x: 0, y: 0 }

type Point = { x: number; y: number }

export interface Zoom {
  view: ZoomView
  /** True while a pointer is down; the picture then follows it without a transition. */
  held: boolean
  /** How far a finger is pulling the whole picture down, in px. */
  pulled: number
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
 * @param onPullDown called when a finger has pulled the whole picture down; without it the picture cannot be pulled
 */
export function useZoom(room: ZoomRoom | null, stage: RefObject<HTMLElement | null>, onPullDown?: () => void): Zoom {
  const [view, setView] = useState(FIT)
  const [held, setHeld] = useState(false)
  const [pulled, setPulled] = useState(0)
  const pointers = useRef(new Map<number, Point>())
  const press = useRef({ from: MIDDLE, moved: false, pulls: false, tapAt: 0, tap: MIDDLE })
  const latest = useRef(room)
  latest.current = room
  const shown = room === null ? FIT : clampView(view, room)

  const change = (next: (view: ZoomView, room: ZoomRoom) => ZoomView): void => {
    const now = latest.current
    if (now !== null) setView(before => next(clampView(before, now), now))
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

  const onLift = (event: PointerEvent): void => {
    pointers.current.delete(event.pointerId)
    setPulled(0)
    if (pointers.current.size === 0) setHeld(false)
  }
  return {
    view: shown,
    held,
    pulled,
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
        if (event.button !== 0 || pointers.current.size === 2) return
        event.currentTarget.setPointerCapture(event.pointerId)
        const at = fromMiddle(event)
        if (pointers.current.size === 0) press.current = { ...press.current, from: at, moved: false }
        press.current.pulls = false
        setPulled(0)
        pointers.current.set(event.pointerId, at)
        setHeld(true)
      },
      onPointerMove(event) {
        const before = pointers.current.get(event.pointerId)
        if (before === undefined) return
        const after = fromMiddle(event)
        const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
        const [right, down] = [after.x - before.x, after.y - before.y]
        const touch = event.pointerType === 'touch'
        if (!press.current.moved && other === undefined) {
          if (Math.hypot(right, down) < (touch ? STILL_PX.touch : STILL_PX.other)) return
          press.current.pulls = touch && onPullDown !== undefined && shown.scale === 1 && down > Math.abs(right)
        }
        press.current.moved = true
        pointers.current.set(event.pointerId, after)
        if (press.current.pulls) return setPulled(Math.max(0, after.y - press.current.from.y))
        if (other === undefined) return pan(right, down)
        const apart = (a: Point): number => Math.max(1, Math.hypot(a.x - other.x, a.y - other.y))
        const middle = (a: Point): Point => ({ x: (a.x + other.x) / 2, y: (a.y + other.y) / 2 })
        const [from, to] = [middle(before), middle(after)]
        change((view, now) => panBy(zoomAt(view, apart(after) / apart(before), from, now), to.x - from.x, to.y - from.y, now))
      },
      onPointerUp(event) {
        const at = fromMiddle(event)
        const alone = pointers.current.size === 1 && pointers.current.has(event.pointerId)
        onLift(event)
        if (alone && press.current.pulls && at.y - press.current.from.y >= PULL_PX) onPullDown?.()
        if (!alone || press.current.moved) return
        const { tapAt: lastTapAt, tap: onTap } = press.current
        const second = event.timeStamp - lastTapAt < TAP_MS && Math.hypot(at.x - onTap.x, at.y - onTap.y) < TAP_PX
        press.current = { ...press.current, moved: second, tapAt: second ? 0 : event.timeStamp, tap: at }
        if (second) change((view, now) => (view.scale > 1.05 ? FIT : zoomAt(view, Math.min(2.5, now.maxScale), at, now)))
      },
      onPointerCancel: onLift,
    },
  }
}
