import styles from './Icon.module.css'

const paths = {
  home: 'M4 11.2 12 4l8 7.2V20h-5.2v-5.4H9.2V20H4z',
  machine: 'M6 3h12v5.5H6zM8 8.5 5 17.5h14L16 8.5M6.5 17.5V21m11-3.5V21M12 13v.2',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  fit: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  event: 'M5 6h14v14H5zM5 10.5h14M9 3.5V7m6-3.5V7',
  group:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 19.5c.5-3.2 3-5 6.5-5s6 1.8 6.5 5M15.5 5a3.5 3.5 0 0 1 0 6.3M17.5 14.8c2.3.7 3.7 2.3 4 4.7',
  me: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.8-3.6 3.8-5.5 7.5-5.5s6.7 1.9 7.5 5.5',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  flag: 'M6 21V4h11l-2.5 4L17 12H6',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5.3l3.5 2',
  heart: 'M12 20s-7.5-4.6-7.5-10.2A4.3 4.3 0 0 1 12 7.2a4.3 4.3 0 0 1 7.5 2.6C19.5 15.4 12 20 12 20z',
  comment: 'M4 5h16v11h-8.5L7 19.8V16H4z',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 20.5 20.5',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  'eye-off': 'M4 4l16 16M9.8 5.8C16.8 4 21.5 12 21.5 12s-.9 1.7-2.6 3.3M6.3 7.6C3.9 9.3 2.5 12 2.5 12S6 18.5 12 18.5c1.3 0 2.5-.3 3.5-.7',
  close: 'M6 6l12 12M18 6 6 18',
  down: 'm6 9.5 6 6 6-6',
  offline:
    'M4 4l16 16M8.5 16.5a5 5 0 0 1 7 0M5 12.8a10 10 0 0 1 4-2.4m5.5.1a10 10 0 0 1 4.5 2.3M2 9.2a15 15 0 0 1 4-2.6m5-1.1a15 15 0 0 1 11 3.7',
  warn: 'M12 4 2.8 20h18.4zM12 10v4.5m0 2.5v.2',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5.5m0-9v.2',
  camera: 'M4 7.5h3.6L9.2 5h5.6l1.6 2.5H20V19H4zM12 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z',
  picture: 'M4 5h16v14H4zM4 16l4.5-4.5 4 4 2.5-2.5 5 5M15.5 9.2v.2',
  grip: 'M9 6h.1M9 12h.1M9 18h.1M15 6h.1M15 12h.1M15 18h.1',
  star: 'm12 3.5 2.6 5.5 6 .8-4.4 4.2 1.1 6-5.3-2.9L6.7 20l1.1-6-4.4-4.2 6-.8z',
} as const

export type IconName = keyof typeof paths

/** A decorative line drawing. Its meaning must also be given as text or as an accessible label. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  )
}
