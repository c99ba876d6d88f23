import { useState } from 'react'
import * as m from '#messages'
import layout from '#platform/ui/styles/layout.module.css'
import { Button } from '../controls/Button.tsx'
import { cx } from '../cx.ts'
import styles from './Picture.module.css'
import { type ShownPicture, sourceSet } from './pictures.ts'
import { useImage } from './use-image.ts'

export type PictureProps = {
  picture: ShownPicture
  /** Text alternative. */
  alt: string
  /** The width on the page, in the syntax of `<img sizes>`. */
  sizes: string
  /** True if it is the page's main picture, which is fetched at once. */
  eager?: boolean
}

/**
 * A whole picture in a space reserved for it: first a blurred placeholder, then the size that fits. It is as wide as its column;
 * its height is limited by the CSS variable `--picture-height`.
 */
export function Picture(props: PictureProps) {
  const [tries, setTries] = useState(0)
  return <Try key={`${tries} ${props.picture.url}`} {...props} onRetry={() => setTries(tries + 1)} />
}

function Try({ picture, alt, sizes, eager = false, onRetry }: PictureProps & { onRetry: () => void }) {
  const { ref, state, onLoad, onError } = useImage()
  const { url, width, height, placeholder } = picture
  const webp = sourceSet(picture, 'webp')
  return (
    <span className={styles.frame}>
      {placeholder !== undefined && <img className={styles.blur} src={placeholder} alt="" aria-hidden="true" />}
      <picture>
        {webp !== null && <source type="image/webp" srcSet={webp} sizes={sizes} />}
        <img
          ref={ref}
          className={cx(styles.picture, (state === 'loading' || state === 'failed') && styles.hidden)}
          srcSet={sourceSet(picture, 'jpeg') ?? undefined}
          sizes={sizes}
          src={url}
          alt={alt}
          width={width}
          height={height}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'auto'}
          decoding="async"
          onLoad={onLoad}
          onError={onError}
        />
      </picture>
      {state === 'failed' && (
        <span className={cx(layout.quiet, styles.failed)} role="alert">
          {m.ui_lightbox_failed()}
          <Button kind="plain" onClick={onRetry}>
            {m.ui_try_again()}
          </Button>
        </span>
      )}
    </span>
  )
}
