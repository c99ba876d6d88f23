import { type ReactNode, useEffect, useRef, useState } from 'react'
import * as m from '#messages'
import layout from '#platform/ui/styles/layout.module.css'
import { cx } from '../cx.ts'
import { List } from './List.tsx'
import { MoveButton, RemoveButton } from './OrderButtons.tsx'
import styles from './OrderedList.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

/** What an ordered list has rows of. */
export interface NamedItem {
  id: string
  name: string
}

/** Returns the list with one item a place earlier (-1) or later (1); at the end of the list it stays. */
function moveItem<T>(list: readonly T[], index: number, by: -1 | 1): T[] {
  const next = [...list]
  const [item, neighbour] = [list[index], list[index + by]]
  if (item !== undefined && neighbour !== undefined) [next[index], next[index + by]] = [neighbour, item]
  return next
}

export interface OrderedListProps<T extends NamedItem> {
  /** what screen readers call the list */
  label: string
  items: readonly T[]
  onChange: (items: T[]) => void
  /** false: the order means nothing, and rows can only be taken out */
  ordered?: boolean
  /** renders what is shown under the name of an item */
  renderMore?: (item: T) => ReactNode
}

/**
 * A list whose rows are moved up and down and taken out with buttons. Each change is announced, also that a row was added. The focus stays on
 * the button that moves a row. After a removal it goes to the row that follows, and after that of the only row to the first field beside the list.
 */
export function OrderedList<T extends NamedItem>({ label, items, onChange, ordered = true, renderMore }: OrderedListProps<T>) {
  const list = useRef<HTMLElement>(null)
  const [announcement, setAnnouncement] = useState('')
  const before = useRef(items)
  useEffect(() => {
    const added = items.flatMap((item, index) =>
      before.current.some(({ id }) => id === item.id) ? [] : [{ what: item.name, n: index + 1 }],
    )
    before.current = items
    if (added.length === 1) setAnnouncement(m.ui_order_added(added[0]!))
  }, [items])
  /** The browser may take the focus from an element whose place in the page changes. */
  const focusIn = (index: number, button: string): void => {
    requestAnimationFrame(() => {
      const field = index < 0 ? list.current?.parentElement : list.current?.children[index]
      field?.querySelector<HTMLElement>(index < 0 ? 'input, select' : button)?.focus()
    })
  }
  const move = (index: number, by: -1 | 1): void => {
    const next = moveItem(items, index, by)
    const place = next.indexOf(items[index]!)
    onChange(next)
    setAnnouncement(m.ui_order_moved({ what: items[index]!.name, n: place + 1 }))
    focusIn(place, `[data-move="${by}"]`)
  }
  const remove = (index: number): void => {
    onChange(items.filter((_, i) => i !== index))
    setAnnouncement(m.ui_order_removed({ what: items[index]!.name }))
    focusIn(Math.min(index, items.length - 2), '[data-remove]')
  }
  return (
    <>
      <List ordered={ordered} className={layout.stack} ref={list} aria-label={label}>
        {items.map((item, index) => (
          <li key={item.id} className={cx(styles.row, ordered && styles.numbered)}>
            {ordered && <span className={styles.number}>{index + 1}</span>}
            <bdi className={cx(layout.anywhere, layout.strong)}>{item.name}</bdi>
            <span className={styles.buttons}>
              {ordered && (
                <>
                  <MoveButton by={-1} atEnd={index === 0} what={item.name} onClick={() => move(index, -1)} />
                  <MoveButton by={1} atEnd={index === items.length - 1} what={item.name} onClick={() => move(index, 1)} />
                </>
              )}
              <RemoveButton what={item.name} onClick={() => remove(index)} />
            </span>
            {renderMore && <div className={styles.more}>{renderMore(item)}</div>}
          </li>
        ))}
      </List>
      <span role="status">
        <VisuallyHidden>{announcement}</VisuallyHidden>
      </span>
    </>
  )
}
