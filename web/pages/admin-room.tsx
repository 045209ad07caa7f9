export default function AdminRoom() {
  return null;
}
