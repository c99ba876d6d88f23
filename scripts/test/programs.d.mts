export declare const pgbouncer: () => boolean
