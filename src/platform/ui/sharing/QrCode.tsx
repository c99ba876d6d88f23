import { useEffect, useState } from 'react'
import styles from './QrCode.module.css'

/**
 * A QR code of a text. The encoder module is fetched on first use; until then an empty box reserves the space.
 * @param label text alternative: what the code leads to
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [drawn, setDrawn] = useState<{ size: number; path: string } | null>(null)
  useEffect(() => {
    let wanted = true
    import('uqr').then(
      ({ encode }) => {
        const { data, size } = encode(text, { border: 2 })
        const path = data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('')
        if (wanted) setDrawn({ size, path })
      },
      () => undefined,
    )
    return () => {
      wanted = false
    }
  }, [text])
  return (
    <span className={styles.box}>
      {drawn !== null && (
        <svg viewBox={`0 0 ${drawn.size} ${drawn.size}`} role="img" aria-label={label} shapeRendering="crispEdges">
          <path d={drawn.path} />
        </svg>
      )}
    </span>
  )
}
