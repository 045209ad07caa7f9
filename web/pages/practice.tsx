export default function Practice() {
  return null;
}
