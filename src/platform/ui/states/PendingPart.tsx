import styles from './Skeleton.module.css'

/** Stands for a part of a page that may come or not. What follows it on the page is hidden until that is known, so that nothing moves then. */
export const PendingPart = () => <div className={styles.page} />
