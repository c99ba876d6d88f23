import { useState } from 'react'
import * as m from '#messages'
import { Button, type ButtonProps } from '../controls/Button.tsx'

/**
 * Opens the device's share dialog for a page, or copies its link where there is none. Only for what the server does not render, because the
 * server does not know what the device can do.
 */
export function ShareButton({ title, path, label, ...rest }: Pick<ButtonProps, 'kind'> & { title: string; path: string; label: string }) {
  const [copied, setCopied] = useState(false)
  const share = async (): Promise<void> => {
    const url = new URL(path, document.baseURI).href
    try {
      if (typeof navigator.share === 'function') return await navigator.share({ title, url })
      await navigator.clipboard.writeText(url)
      setCopied(true)
    } catch {
      // The user closed the dialog, or the browser does not let this page copy.
    }
  }
  return (
    <Button {...rest} aria-live="polite" onClick={() => void share()}>
      {copied ? m.ui_share_copied() : label}
    </Button>
  )
}
