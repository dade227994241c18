package blicket;

/** A call that failed. The message is the library's own: what was wrong, where, what would be right. */
public final class BlicketException extends RuntimeException {
    /** A blicket_status of the C header. */
    public final int status;
    /** Of a grammar's text, from 1; 0 for other errors. */
    public final int line, column;

    BlicketException(int status, String message, int line, int column) {
        super(message);
        this.status = status;
        this.line = line;
        this.column = column;
    }
}
