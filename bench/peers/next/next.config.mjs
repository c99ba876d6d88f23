/** Compression is left to a proxy, as with ours. */
export default { compress: false, poweredByHeader: false, turbopack: { root: import.meta.dirname } }
