import type { ReactNode } from 'react'
import type { ShownSize } from './pictures.ts'
import styles from './Thumbnail.module.css'
import { useImage } from './use-image.ts'

type ThumbnailProps = {
  picture: ShownSize
  className: string | undefined
  alt?: string
  /** Shown if the picture cannot be loaded. */
  fallback?: ReactNode
}

/** A small picture in a list, loaded lazily. Its class sets its size on the page. */
export function Thumbnail(props: ThumbnailProps) {
  return <Loaded key={props.picture.url} {...props} />
}

function Loaded({ picture: { url, webp, width, height }, className, alt = '', fallback = null }: ThumbnailProps) {
  const { ref, state, onLoad, onError } = useImage()
  if (state === 'failed') return fallback
  return (
    <picture className={styles.picture}>
      {webp !== undefined && <source type="image/webp" srcSet={webp} />}
      <img
        ref={ref}
        className={className}
        src={url}
        alt={alt}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
        onLoad={onLoad}
        onError={onError}
      />
    </picture>
  )
}
