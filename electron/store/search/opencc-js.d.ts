declare module 'opencc-js/dict/TSCharacters' {
  /** Pairs joined by `|`: a traditional character, a space, and its simplified forms, separated by spaces. */
  const pairs: string;
  export default pairs;
}
