import { useEffect, useState } from 'react'
import { parseShortPath, type ScannedCode } from '#venues/ui/venue-path.ts'

/**
 * The QR code that led here; null: none. The short address has it, or the fragment: the service worker leads there where the page of the short
 * address is not on the device.
 */
export function useScannedCode({ slug, code }: Readonly<Record<string, string>>): ScannedCode | null {
  const [fromFragment, setFromFragment] = useState<ScannedCode | null>(null)
  useEffect(() => {
    if (slug === undefined) setFromFragment(parseShortPath(window.location.hash.slice(1)))
  }, [slug])
  return slug === undefined || code === undefined ? fromFragment : { slug, code }
}
