import { closestCenter, DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { useRef, useState } from 'react'
import { decimal } from '#events/ui/labels/number-labels.ts'
import type { Entrant } from '#events/ui/use-event.ts'
import * as m from '#messages'
import { Icon } from '#platform/ui/controls/Icon.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { MoveButton } from '#platform/ui/controls/OrderButtons.tsx'
import { VisuallyHidden } from '#platform/ui/controls/VisuallyHidden.tsx'
import { cx } from '#platform/ui/cx.ts'
import layout from '#platform/ui/styles/layout.module.css'
import styles from './seeds.module.css'
import { moveTo } from './seeds.ts'

/** The buttons of a row do what dragging does, and say so; the library's own announcements would be in English. */
const SILENT = {
  announcements: { onDragStart: () => undefined, onDragOver: () => undefined, onDragEnd: () => undefined, onDragCancel: () => undefined },
  screenReaderInstructions: { draggable: '' },
}

interface SeedOrderProps {
  /** ids of the entrants, the best seed first */
  order: readonly string[]
  entrants: readonly Entrant[]
  /** left out: the order is only shown */
  onChange?: (order: string[]) => void
}

/** The players in the order of their seeds. The director drags them, or moves them with the buttons of a row. */
export function SeedOrder({ order, entrants, onChange }: SeedOrderProps) {
  const byId = new Map(entrants.map(each => [each._id, each]))
  const list = useRef<HTMLDivElement>(null)
  const [announcement, setAnnouncement] = useState('')
  // A press without a movement is a click on the handle, not the start of a drag.
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }))
  const getName = (id: string): string => byId.get(id)?.displayName ?? ''
  const move = (id: string, index: number): void => {
    if (index < 0 || index >= order.length) return
    onChange?.(moveTo(order, id, index))
    setAnnouncement(m.events_seeds_moved({ name: getName(id), n: decimal(index + 1) }))
  }
  const step = (id: string, by: -1 | 1): void => {
    move(id, order.indexOf(id) + by)
    // The browser may take the focus from an element whose place in the page changes.
    requestAnimationFrame(() => list.current?.querySelector<HTMLButtonElement>(`[data-seed="${id}"] [data-move="${by}"]`)?.focus())
  }
  const drop = ({ active, over }: DragEndEvent): void => {
    if (over !== null && active.id !== over.id) move(String(active.id), order.indexOf(String(over.id)))
  }
  return (
    <div ref={list}>
      <DndContext sensors={sensors} collisionDetection={closestCenter} accessibility={SILENT} onDragEnd={drop}>
        <SortableContext items={[...order]} strategy={verticalListSortingStrategy} disabled={onChange === undefined}>
          <List ordered className={layout.stack} aria-label={m.events_seeds_title()}>
            {order.map((id, i) => (
              <SeedRow
                key={id}
                id={id}
                name={getName(id)}
                index={i}
                shown={onChange === undefined ? (byId.get(id)?.seed ?? null) : i + 1}
                isLast={i === order.length - 1}
                onStep={onChange === undefined ? null : by => step(id, by)}
              />
            ))}
          </List>
        </SortableContext>
      </DndContext>
      <span role="status">
        <VisuallyHidden>{announcement}</VisuallyHidden>
      </span>
    </div>
  )
}

interface SeedRowProps {
  id: string
  name: string
  /** 0 for the first */
  index: number
  /** the seed that is shown; null: none */
  shown: number | null
  isLast: boolean
  /** null: the row cannot be moved */
  onStep: ((by: -1 | 1) => void) | null
}

function SeedRow({ id, name, index, shown, isLast, onStep }: SeedRowProps) {
  const { listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({ id })
  const style = { transform: transform === null ? undefined : `translateY(${transform.y}px)`, transition }
  return (
    <li ref={setNodeRef} className={cx(styles.row, isDragging && styles.dragged)} style={style} data-seed={id}>
      <span className={styles.number}>{shown === null ? '–' : decimal(shown)}</span>
      <span className={cx(layout.anywhere, layout.strong)}>{name}</span>
      {onStep !== null && (
        <span className={layout.line}>
          <MoveButton by={-1} atEnd={index === 0} what={name} onClick={() => onStep(-1)} />
          <MoveButton by={1} atEnd={isLast} what={name} onClick={() => onStep(1)} />
          {/* The buttons beside it are for keyboards and screen readers. */}
          <span ref={setActivatorNodeRef} className={styles.handle} aria-hidden="true" {...listeners}>
            <Icon name="grip" />
          </span>
        </span>
      )}
    </li>
  )
}
